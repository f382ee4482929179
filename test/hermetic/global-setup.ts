/** Before all tests: a build, and a trap as HOME. After them: checks the trap and the real home. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../support/browser/find-browser.ts'

import { makeMemoryFolder } from './memory-folder.ts'
import { preparePostgres } from './postgres-server.ts'
import { skipReasonsVariable } from './skip-reasons.ts'
import { makeTrapHome } from './trap-home.ts'

/** Where a stray test would write in a real home. */
const watched = ['.throughline', '.claude', '.claude.json', '.codex', '.gemini', '.config/opencode']

export default function setUp(): () => Promise<void> {
  checkBrowser()
  build()
  const realHome = homedir()
  const before = lookAt(realHome)
  const trap = makeTrapHome()
  // Tests that install something use the real cache and settings of npm.
  process.env.npm_config_cache ??= join(realHome, '.npm')
  process.env.npm_config_userconfig ??= join(realHome, '.npmrc')
  process.env.HOME = trap.folder
  process.env.USERPROFILE = trap.folder
  delete process.env.THROUGHLINE_HOME
  const notes = mkdtempSync(join(tmpdir(), 'throughline-test-run-'))
  process.env[skipReasonsVariable] = join(notes, 'skip-reasons')
  const removeMemoryFolder = makeMemoryFolder()
  const stopPostgres = preparePostgres()
  return async () => {
    await stopPostgres()
    rmSync(notes, { recursive: true, force: true })
    removeMemoryFolder()
    const findings = [...trap.findings(), ...changesSince(before, realHome)]
    trap.remove()
    if (findings.length === 0) return
    throw new Error(`the tests touched the home folder: ${findings.join('; ')}`)
  }
}

/** A wrong THROUGHLINE_BROWSER ends the run here, with one line instead of one per test file. */
function checkBrowser(): void {
  try {
    findBrowser()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

function build(): void {
  const script = join(import.meta.dirname, '..', '..', 'scripts', 'build.ts')
  const { status } = spawnSync(process.execPath, [script, '--if-changed'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the build failed')
}

function lookAt(home: string): Map<string, string> {
  return new Map(watched.map((name) => [name, stateOf(join(home, name))]))
}

function changesSince(before: Map<string, string>, home: string): string[] {
  return watched
    .filter((name) => stateOf(join(home, name)) !== before.get(name))
    .map((name) => `~/${name} changed`)
}

function stateOf(path: string): string {
  if (!existsSync(path)) return 'absent'
  const found = statSync(path)
  const children = found.isDirectory() ? readdirSync(path).sort().join(',') : ''
  return `${found.mtimeMs} ${found.size} ${children}`
}

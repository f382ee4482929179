/** Before all tests: a trap as HOME, and a build. After them: the trap and the real home are checked. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { makeTrapHome } from './trap-home.ts'

/** What a stray test would leave in a real home. */
const watched = ['.throughline', '.claude', '.claude.json', '.codex', '.gemini', '.config/opencode']

export default function setUp(): () => void {
  build()
  const realHome = homedir()
  const before = lookAt(realHome)
  const trap = makeTrapHome()
  // The package manager's cache and settings are its own; tests that install something use them.
  process.env.npm_config_cache ??= join(realHome, '.npm')
  process.env.npm_config_userconfig ??= join(realHome, '.npmrc')
  process.env.HOME = trap.folder
  process.env.USERPROFILE = trap.folder
  delete process.env.THROUGHLINE_HOME
  return () => {
    const findings = [...trap.findings(), ...changesSince(before, realHome)]
    trap.remove()
    if (findings.length === 0) return
    throw new Error(`the tests touched the home folder: ${findings.join('; ')}`)
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

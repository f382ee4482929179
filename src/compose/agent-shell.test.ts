import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** What a command finds whose shell is below a program of this path. */
function findBelow(path: string, { home = '', isScript = false } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-shell-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const userHome = join(folder, 'home')
  const program = join(folder, path)
  const module = join(import.meta.dirname, 'agent-shell.ts')
  const inUse = home || join(userHome, '.throughline')
  const look = join(folder, 'look.ts')
  writeFileSync(
    look,
    `import { findAgentAbove } from ${JSON.stringify(module)}
process.stdout.write(findAgentAbove(${JSON.stringify(inUse)})?.name ?? 'nobody')`,
  )
  mkdirSync(userHome)
  mkdirSync(dirname(program), { recursive: true })
  // With more to do after it, a shell does not become the command.
  const compiled = `NODE_COMPILE_CACHE=${process.env.NODE_COMPILE_CACHE ?? ''}`
  const command = `sh -c 'sh -c "env -i ${compiled} ${process.execPath} ${look}; true"; true'; true`
  const env = { HOME: userHome, PATH: '/usr/bin:/bin' }
  if (isScript) {
    writeFileSync(program, command)
    return execFileSync('/bin/sh', [program], { env, encoding: 'utf8' })
  }
  copyFileSync('/bin/sh', program)
  return execFileSync(program, ['-c', command], { env, encoding: 'utf8' })
}

const linuxTest = test.runIf(process.platform === 'linux')

linuxTest.each([
  ['bin/claude', 'claude-code'],
  ['bin/codex', 'codex'],
  ['bin/opencode', 'opencode'],
  ['bin/cursor-agent', 'cursor'],
])('an agent above the shell is found by its program %s', (path, host) => {
  expect(findBelow(path)).toBe(host)
})

linuxTest.each([
  ['node_modules/@google/gemini-cli/bundle/gemini.js', 'gemini'],
  ['node_modules/@qwen-code/qwen-code/cli.js', 'qwen'],
])('or by the package of its script %s', (path, host) => {
  expect(findBelow(path, { isScript: true })).toBe(host)
})

linuxTest.each(['bin/bash', 'bin/claude-theme', 'bin/Cursor', 'claude/bin/make'])(
  '%s is no agent',
  (path) => {
    expect(findBelow(path)).toBe('nobody')
  },
)

linuxTest('a temporary home that is not the agent’s is left to tests and trials', () => {
  const other = mkdtempSync(join('/tmp', 'scratch-'))
  onTestFinished(() => rm(other, { recursive: true, force: true }))
  expect(findBelow('bin/claude', { home: join(other, '.throughline') })).toBe('nobody')
})

linuxTest('a link in a temporary folder to a real home is that home', () => {
  const other = mkdtempSync(join('/tmp', 'scratch-'))
  onTestFinished(() => rm(other, { recursive: true, force: true }))
  symlinkSync('/usr', join(other, 'link'))
  expect(findBelow('bin/claude', { home: join(other, 'link') })).toBe('claude-code')
})

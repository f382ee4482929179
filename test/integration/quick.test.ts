/** Commands that only read, from the build: with the daemon and without it. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorld, type World } from '../support/homes/world.ts'
import { startDaemon } from '../support/processes/daemon.ts'

const bin = fileURLToPath(new URL('../../bin/throughline.js', import.meta.url))
const built = fileURLToPath(new URL('../../dist/quick/', import.meta.url))

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

function throughline(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: world.project,
    env: { ...world.env },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

it('prints the same with the daemon and without', async () => {
  throughline('remember', 'We deploy with flyctl from the release branch', '--key', 'deploy')
  throughline('remember', 'The \u001b[31mred\u001b[0m build is flaky on Mondays')
  const calls = [
    ['recall', 'how', 'do', 'we', 'deploy'],
    ['recall', 'deploy', '--json', '--explain', '--limit', '1'],
    ['recall', 'flaky', '--type', 'memory', '--since', '2020-01-01'],
    ['recall', 'nothing', 'of', 'the', 'sort'],
    ['list'],
    ['list', '--json', '--kind', 'fact', '--limit', '1'],
    ['show', 'deploy', '--history'],
    ['sessions'],
    ['sessions', '--json'],
    ['context', '--json'],
    ['context', 'stats'],
    ['review', '--list'],
    ['consolidate', 'list'],
    ['cost', '--json'],
    ['projects', 'list', '--json'],
    ['projects', 'show', 'widgets'],
    ['subscribers', 'list'],
    ['config', 'list'],
    ['recall', '--help'],
  ]
  const mistakes = [
    ['recall', 'deploy', '--scope', 'projet'],
    ['recall'],
    ['recall', 'deploy', '--limit', 'many'],
    ['list', '--jsn'],
    ['config', 'get', 'enabeld'],
  ]
  const all = [...calls, ...mistakes]
  const without = all.map((args) => throughline(...args))
  await startDaemon(world)
  for (const [index, args] of all.entries()) {
    expect([args, throughline(...args)]).toEqual([args, without[index]])
  }
  const statuses = without.map(({ status }) => status)
  expect(statuses).toEqual([...calls.map(() => 0), ...mistakes.map(() => 2)])
  expect(without[0]?.stdout).toContain('flyctl')
})

/** What a built file loads when it is loaded; `import()` comes later. */
function requiredBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const text = readFileSync(file, 'utf8')
  for (const [before, target = ''] of text.matchAll(/.{0,24}require\(["'`](\.\/[^"'`]+)/g)) {
    if (!before.includes('then(')) requiredBy(join(dirname(file), target), found)
  }
  return found
}

it.each(['quick.cjs', 'read-operations.cjs'])('%s loads no schemas', (name) => {
  for (const file of requiredBy(join(built, name))) {
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/ZodError|picomatch/)
  }
})

it('is built into files that need no package', () => {
  for (const name of readdirSync(built).filter((name) => name.endsWith('.cjs'))) {
    const required = readFileSync(join(built, name), 'utf8').matchAll(/require\(["'`]([^"'`]+)/g)
    for (const [, target = ''] of required) expect(target).toMatch(/^(node:|\.\/|url$)/)
  }
})

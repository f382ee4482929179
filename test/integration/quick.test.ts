/** Commands that only read, from the build: with the daemon and without it. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
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

it.each(['quick.cjs', 'reading.cjs'])('%s loads no schemas', (name) => {
  for (const file of requiredBy(join(built, name))) {
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/ZodError|picomatch/)
  }
})

/** Reports what a command loads, and lets fail what loads the rules of a language. */
const watch = `
  const { Module } = require('node:module'), { writeFileSync } = require('node:fs')
  const compile = Module.prototype._compile, files = []
  Module.prototype._compile = function (text, ...rest) {
    files.push(text.length)
    return compile.call(this, text, ...rest)
  }
  const refuse = () => { throw new Error('Intl takes as long to load as Node to start') }
  Number.prototype.toLocaleString = Date.prototype.toLocaleString = Intl.Segmenter = refuse
  const before = new Set(process.moduleLoadList)
  process.on('exit', () => {
    const own = process.moduleLoadList.filter((name) => !before.has(name))
    writeFileSync(process.env.REPORT, JSON.stringify({ files, own }))
  })
`

it('loads little code for each command', () => {
  throughline('remember', 'We deploy with flyctl from the release branch…')
  writeFileSync(world.path('watch.cjs'), watch)
  const most = { status: 270, list: 280, 'recall flyctl': 290, context: 360, sessions: 310 }
  for (const [command, kilobytes] of Object.entries(most)) {
    const report = world.path('report.json')
    const node = ['--require', world.path('watch.cjs'), bin, ...command.split(' ')]
    const env = { ...world.env, REPORT: report }
    const { status } = spawnSync(process.execPath, node, { cwd: world.project, env, stdio: 'pipe' })
    expect([command, status]).toEqual([command, 0])
    const { files, own } = JSON.parse(readFileSync(report, 'utf8'))
    const characters = files.reduce((sum: number, size: number) => sum + size, 0)
    expect(Math.round(characters / 1024), command).toBeLessThanOrEqual(kilobytes)
    expect(files.length, command).toBeLessThanOrEqual(30)
    expect(own, command).not.toContain('NativeModule http')
  }
})

it('is built into files that need no package', () => {
  for (const name of readdirSync(built).filter((name) => name.endsWith('.cjs'))) {
    const required = readFileSync(join(built, name), 'utf8').matchAll(/require\(["'`]([^"'`]+)/g)
    for (const [, target = ''] of required) expect(target).toMatch(/^(node:|\.\/|url$)/)
  }
})

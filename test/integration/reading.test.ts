/** Commands that only read, from the build: with the daemon and without it, and what they load. */
import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorld, type World } from '../support/homes/world.ts'
import { startDaemon } from '../support/processes/daemon.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const bin = join(root, 'bin/throughline.js')
const program = join(root, 'dist/program')

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

/** Reports what a command loads, and lets fail what loads the rules of a language. */
const watch = `
  const vm = require('node:vm'), { writeFileSync } = require('node:fs')
  const files = {}
  vm.Script = class extends vm.Script {
    constructor(text, options) {
      if (options) files[options.filename] = text.length
      super(text, options)
    }
  }
  const refuse = () => { throw new Error('Intl takes as long to load as Node to start') }
  Number.prototype.toLocaleString = Date.prototype.toLocaleString = Intl.Segmenter = refuse
  const before = new Set(process.moduleLoadList)
  process.on('exit', () => {
    const own = process.moduleLoadList.filter((name) => !before.has(name))
    writeFileSync(process.env.REPORT, JSON.stringify({ files, own }))
  })
`

function loadedBy(command: string) {
  writeFileSync(world.path('watch.cjs'), watch)
  const node = ['--require', world.path('watch.cjs'), bin, ...command.split(' ')]
  const env = { ...world.env, REPORT: world.path('report.json') }
  const { status } = spawnSync(process.execPath, node, { cwd: world.project, env, stdio: 'pipe' })
  const report = JSON.parse(readFileSync(env.REPORT, 'utf8'))
  return { status, ...report } as { status: number; files: Record<string, number>; own: string[] }
}

it.each([
  'status',
  'list',
  'recall flyctl',
  'context',
  'sessions',
  '--version',
  '--help',
  'statsu',
])('%s loads no library and little else', (command) => {
  throughline('remember', 'We deploy with flyctl from the release branch…')
  const { status, files, own } = loadedBy(command)
  expect(status).toBe(command === 'statsu' ? 2 : 0)
  const names = Object.keys(files).map((file) => basename(file))
  expect(names).toContainEqual(expect.stringMatching(/^main-/))
  expect(names.filter((name) => name.startsWith('package_'))).toEqual([])
  expect(names.length).toBeLessThanOrEqual(10)
  const characters = Object.values(files).reduce((sum, size) => sum + size, 0)
  expect(Math.round(characters / 1024)).toBeLessThanOrEqual(740)
  expect(own).not.toContain('NativeModule http')
  expect(own).not.toContain('NativeModule net')
})

it('keeps the compile cache of a command next to the program, whatever its folder is called', () => {
  const folder = world.path('my programs é')
  for (const part of ['bin', 'dist', 'package.json']) {
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => basename(path) !== '.compiled',
    })
  }
  const ask = (command: string) =>
    spawnSync(process.execPath, [join(folder, 'bin/throughline.js'), command]).stdout.toString()
  const compiled = join(folder, 'dist/.compiled', `${process.version}-${process.arch}`)
  const answer = ask('--version')
  const [kept = ''] = readdirSync(join(compiled, '--version'))
  expect(readdirSync(program)).toContain(kept)
  // What is damaged is compiled again.
  const file = join(compiled, '--version', kept)
  writeFileSync(file, 'damaged')
  expect(ask('--version')).toBe(answer)
  expect(readFileSync(file, 'utf8')).not.toBe('damaged')
  ask('statsu')
  expect(readdirSync(compiled)).toEqual(['--version'])
})

/** Looked for at run time: native, or for the team server only. The last stand in code as text. */
const besides = /^(?:pg|openid-client|sqlite-vec|ajv.*|\$.*)$/

it('is built into files that need no package', () => {
  for (const name of readdirSync(program)) {
    const text = readFileSync(join(program, name), 'utf8')
    for (const [, target = ''] of text.matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)) {
      const isThere = isBuiltin(target) || target.startsWith('./') || besides.test(target)
      expect([name, target, isThere]).toEqual([name, target, true])
    }
  }
})

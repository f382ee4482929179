/** The same question by way of the daemon and without it. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorld, type World } from '../support/homes/world.ts'
import { startDaemon } from '../support/processes/daemon.ts'
import { followImports } from '../support/source/import-graph.ts'

const bin = fileURLToPath(new URL('../../bin/throughline.js', import.meta.url))
const source = fileURLToPath(new URL('../../src/entry/cli/quick-recall.ts', import.meta.url))

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

it('gives the same answers with the daemon and without', async () => {
  throughline('remember', 'We deploy with flyctl from the release branch')
  throughline('remember', 'The \u001b[31mred\u001b[0m build is flaky on Mondays')
  const questions = [
    ['recall', 'how', 'do', 'we', 'deploy'],
    ['recall', 'deploy', '--json', '--explain', '--limit', '1'],
    ['recall', 'flaky', '--type', 'memory', '--since', '2020-01-01'],
    ['recall', 'nothing', 'of', 'the', 'sort'],
    ['recall', 'deploy', '--scope', 'projet'],
    ['recall', '--help'],
    ['recall'],
    ['recall', 'deploy', '--limit', 'many'],
  ]
  const without = questions.map((args) => throughline(...args))
  await startDaemon(world)
  expect(questions.map((args) => throughline(...args))).toEqual(without)
  expect(without.map(({ status }) => status)).toEqual([0, 0, 0, 0, 2, 0, 2, 2])
  expect(without[0]?.stdout).toContain('flyctl')
})

it('loads next to nothing', () => {
  const { files, others } = followImports(source)
  expect([...others].filter((name) => !name.startsWith('node:'))).toEqual([])
  expect(files.size).toBeLessThanOrEqual(10)
})

it('is built into a file that needs no package', () => {
  const built = fileURLToPath(new URL('../../dist/quick/', import.meta.url))
  for (const name of readdirSync(built).filter((name) => name.endsWith('.cjs'))) {
    const required = readFileSync(join(built, name), 'utf8').matchAll(/require\(["'`]([^"'`]+)/g)
    for (const [, target = ''] of required) expect(target).toMatch(/^(node:|\.\/|url$)/)
  }
})

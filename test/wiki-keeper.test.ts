import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Local, openLocal } from '../src/compose/local.ts'
import { operations } from '../src/contract/operations/index.ts'
import { parseInput } from '../src/contract/parse-input.ts'
import { setSettingText } from '../src/home/config.ts'
import { sessionPayloads } from './support/homes/claude-payloads.ts'
import { writeSpoolFile } from './support/homes/spool-files.ts'
import { makeTemporaryFolder } from './support/homes/temporary-folder.ts'
import { createWorld } from './support/homes/world.ts'

let local: Local
const nobody = new Set<string>()
beforeEach(async () => {
  const root = makeTemporaryFolder()
  local = await openLocal({ root, userHome: makeTemporaryFolder(), env: {} })
  onTestFinished(() => local.close())
})

const advance = (ms: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  onTestFinished(() => void vi.useRealTimers())
}

const set = (key: string, value: string) => setSettingText(local.paths.config, key, value)
const store = (content: string) =>
  local.operations.storeMemory(
    parseInput(operations.storeMemory.input, { content, scope: 'global', trust: 'user' }),
  )

/** Queues what is due after the minimum interval and runs it. @returns the wikis that were built */
async function run(edited: ReadonlySet<string> = nobody): Promise<string[]> {
  advance(30_000)
  return runNow(edited)
}

async function runNow(edited: ReadonlySet<string> = nobody): Promise<string[]> {
  await local.wikis.queueDue(edited)
  const queued = await local.store.jobs.list({ status: 'pending', limit: 10 })
  const due = queued.filter(({ kind }) => kind === 'compile-wiki')
  const lanes = local.jobs.openLanes(AbortSignal.timeout(10_000), () => undefined)
  lanes.nudge()
  await lanes.settle()
  return due.map(({ subject }) => subject)
}

const pages = () => {
  try {
    return readdirSync(join(local.paths.wiki, 'global', 'concepts'))
  } catch {
    return []
  }
}

test('nothing is built for a home without memories', async () => {
  expect(await run()).toEqual([])
})

test('a stored memory gets its page, and once it has it nothing is left to do', async () => {
  await store('Cart totals are kept in cents')
  expect(await run()).toEqual(['global'])
  expect(pages()).toHaveLength(1)
  expect(await run()).toEqual([])
})

test('changes wait for the minimum interval, edits do not', async () => {
  await store('Cart totals are kept in cents')
  await run()
  await store('Tax is added at the end')
  expect(await runNow()).toEqual([])
  expect(await runNow(new Set(['global']))).toEqual(['global'])
})

test('a change whose build could not be queued is not passed by', async () => {
  await store('Cart totals are kept in cents')
  const other = new DatabaseSync(local.paths.database)
  onTestFinished(() => other.close())
  other.exec(`CREATE TRIGGER no_jobs BEFORE INSERT ON jobs BEGIN SELECT RAISE(ABORT, 'no'); END`)
  await expect(local.wikis.queueDue(nobody)).rejects.toThrow()
  other.exec('DROP TRIGGER no_jobs')
  expect(await runNow()).toEqual(['global'])
})

test('a clock that was set back delays no change', async () => {
  await store('Cart totals are kept in cents')
  await run()
  advance(-24 * 3_600_000)
  await store('Tax is added at the end')
  expect(await runNow()).toEqual(['global'])
})

test('an edited page changes its memory', async () => {
  const { memory } = await store('Cart totals are kept in cents')
  await run()
  const file = join(local.paths.wiki, 'global', 'concepts', pages()[0] ?? '')
  writeFileSync(file, readFileSync(file, 'utf8').replace('in cents', 'in euros'))
  await run(new Set(['global']))
  const { content } = await local.operations.getMemory({ id: memory.id, exact: true })
  expect(content).toBe('Cart totals are kept in euros')
})

test('nothing runs while wikis are off, and everything once they are on again', async () => {
  set('wiki.enabled', 'false')
  await store('Cart totals are kept in cents')
  expect(await run()).toEqual([])
  expect(pages()).toEqual([])
  set('wiki.enabled', 'true')
  expect(await run()).toEqual(['global'])
})

test('a kept answer loses what was forgotten once it can no longer be restored', async () => {
  const { memory } = await store('We chose Quaggadb over Postgres for the ledger')
  const question = 'Why Quaggadb over Postgres?'
  const ask = parseInput(operations.queryWiki.input, { question, global: true, keep: true })
  const { keptAs = '' } = await local.operations.queryWiki(ask)
  const file = join(local.paths.wiki, 'global', keptAs)
  await local.operations.forgetMemory(parseInput(operations.forgetMemory.input, { id: memory.id }))
  await local.jobs.prune()
  expect(existsSync(file)).toBe(true)
  for (let day = 0; day < 31; day++) {
    advance(86_400_000)
    await local.jobs.prune()
  }
  expect(existsSync(file)).toBe(false)
})

test('a digest that comes after its page is on the page with the next build, whoever builds it', async () => {
  const world = createWorld()
  onTestFinished(() => world.close())
  world.writeConfig({ learning: { rules: false } })
  const options = { root: world.paths.root, userHome: world.userHome, env: {} }
  const daemon = await openLocal(options)
  onTestFinished(() => daemon.close())
  const session = sessionPayloads('s1', world.project)
  const spool = (event: string, payload: object) =>
    writeSpoolFile(world.paths.spool, { event, cwd: world.project }, payload)
  spool('UserPromptSubmit', session.prompt(1, 'Make the totals exact'))
  spool('Stop', session.stop(1, 'The totals are exact now. All tests pass.'))
  await daemon.drain(AbortSignal.timeout(10_000))
  const input = { content: 'Totals are kept in cents', folder: world.project }
  await daemon.operations.storeMemory(parseInput(operations.storeMemory.input, input))
  const build = async (by: Local) =>
    (
      await by.operations.buildWiki(parseInput(operations.buildWiki.input, { all: true }))
    ).wikis.flatMap(({ written }) => written)
  await build(daemon)
  const [row] = world.rows('SELECT id FROM sessions')
  await daemon.operations.getSession({ id: String(row?.id) })
  const other = await openLocal(options)
  onTestFinished(() => other.close())
  expect(await build(other)).toContainEqual(expect.stringContaining('daily/'))
  expect(await build(daemon)).toEqual([])
  expect(await build(other)).toEqual([])
})

test('a day says what a session did, and not what its agent asked at the end', async () => {
  const world = createWorld()
  onTestFinished(() => world.close())
  world.writeConfig({ learning: { rules: false } })
  const own = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  onTestFinished(() => own.close())
  const session = sessionPayloads('s1', world.project)
  const spool = (event: string, payload: object) =>
    writeSpoolFile(world.paths.spool, { event, cwd: world.project }, payload)
  spool('UserPromptSubmit', session.prompt(1, 'Make the totals exact'))
  spool('Stop', session.stop(1, 'The totals are exact now. Do you want me to commit this?'))
  await own.drain(AbortSignal.timeout(10_000))
  const [row] = world.rows('SELECT id FROM sessions')
  const { digest } = await own.operations.getSession({ id: String(row?.id) })
  expect(JSON.stringify(digest)).toContain('Do you want me to commit this?')
  const input = { content: 'Totals are kept in cents', folder: world.project }
  await own.operations.storeMemory(parseInput(operations.storeMemory.input, input))
  const build = parseInput(operations.buildWiki.input, { all: true })
  await own.operations.buildWiki(build)
  const files = readdirSync(world.paths.wiki, { recursive: true, encoding: 'utf8' })
  const day = files.find((path) => /daily\W.*md$/.test(path)) ?? ''
  const text = readFileSync(join(world.paths.wiki, day), 'utf8')
  expect(text).toContain('The totals are exact now')
  expect(text).not.toContain('commit this')
})

/** A memory’s files and scripts go in a real repository: it is not given, and comes up in review. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Local, openLocal } from '../src/compose/local.ts'
import { operations } from '../src/contract/operations/index.ts'
import type { JsonObject } from '../src/core/model/json.ts'
import { describeRecall } from '../src/entry/mcp/present.ts'
import { createGitSandbox, type GitSandbox } from './support/homes/git-sandbox.ts'
import { answerHook } from './support/processes/answer-hook.ts'

let sandbox: GitSandbox
let root: string
let local: Local
beforeEach(async () => {
  sandbox = createGitSandbox()
  root = sandbox.makeRepository('app', 'https://github.com/acme/app.git')
  local = await openLocal({
    root: sandbox.path('throughline'),
    userHome: sandbox.home,
    env: { PATH: process.env.PATH, HOME: sandbox.home },
  })
})
afterEach(() => {
  local.close()
  sandbox.remove()
})

const check = () => local.jobs.checkMemories(AbortSignal.timeout(20_000))
const review = () => local.operations.listReview({ limit: 10, offset: 0 })
const put = (name: string, text: string) => writeFileSync(sandbox.path('app', name), text)
const putScripts = (scripts: object) => put('package.json', JSON.stringify({ scripts }))
const store = async (content: string, given: object = {}) => {
  const input = { content, folder: root, ...given }
  return (await local.operations.storeMemory(operations.storeMemory.input.parse(input))).memory
}
const given = async () => {
  const input = operations.getContext.input.parse({ folder: root })
  return (await local.operations.getContext(input)).lines.map(({ id }) => id)
}
const recalled = async (query: string) => {
  const input = operations.recall.input.parse({ query, folder: root })
  return (await local.operations.recall(input)).hits
}

describe('a memory that names a script', () => {
  const content = 'Formatting errors are fixed with `npm run lint:fix`'

  test('is not given once the script is gone, and recall says why', async () => {
    putScripts({ 'lint:fix': 'biome check --write' })
    const { id } = await store(content)
    await check()
    expect([await given(), (await review()).total]).toEqual([[id], 0])
    putScripts({ lint: 'biome check' })
    expect(await given()).toEqual([])
    const failing = 'package.json has no script `lint:fix` any more'
    expect(await recalled('formatting errors')).toMatchObject([{ id, failing }])
    expect((await review()).items).toMatchObject([
      { kind: 'stale', why: `Since then ${failing}.`, memories: [{ id }] },
    ])
    putScripts({ 'lint:fix': 'biome check --write' })
    expect([await given(), (await review()).total]).toEqual([[id], 0])
  })

  test('is given all the same if the script never was there', async () => {
    putScripts({ lint: 'biome check' })
    const { id } = await store(content)
    await check()
    expect([await given(), (await review()).total]).toEqual([[id], 0])
  })

  test('is given again once the user keeps it in review', async () => {
    putScripts({ 'lint:fix': 'biome check --write' })
    const { id } = await store(content)
    await check()
    putScripts({})
    const [item] = (await review()).items
    await local.operations.decideReview({ key: item?.key ?? '', decision: 'keep' })
    expect([await given(), (await review()).total]).toEqual([[id], 0])
  })

  test('is given whatever happens if it is pinned', async () => {
    putScripts({ 'lint:fix': 'biome check --write' })
    const { id } = await store(content, { pinned: true })
    await check()
    putScripts({})
    expect(await given()).toEqual([id])
  })
})

describe('a memory about a file', () => {
  const lines = Array.from({ length: 8 }, (_, at) => `export const token${at} = ${at}\n`)
  beforeEach(() => {
    mkdirSync(sandbox.path('app', 'src'))
    put('src/tokens.ts', lines.join(''))
    sandbox.git(root, 'add', '.')
    sandbox.git(root, 'commit', '--quiet', '--message=tokens')
  })

  test('is not given once the file is gone that it says is there', async () => {
    const { id, commit } = await store('Tokens are in src/tokens.ts', { files: ['src/tokens.ts'] })
    expect(commit).toBe(sandbox.git(root, 'rev-parse', 'HEAD'))
    rmSync(sandbox.path('app', 'src/tokens.ts'))
    await check()
    expect((await review()).items).toMatchObject([
      { kind: 'stale', why: 'Since then src/tokens.ts is gone.', memories: [{ id }] },
    ])
    expect(await given()).toEqual([])
    sandbox.git(root, 'checkout', '--quiet', '.')
    expect([(await review()).total, await given()]).toEqual([0, [id]])
  })

  test.each([
    ['rewritten', () => put('src/tokens.ts', 'export const others = []\n'), 'was rewritten'],
    ['gone', () => rmSync(sandbox.path('app', 'src/tokens.ts')), 'is gone'],
  ])('is given last once it was %s, since it may be true all the same', async (_, change, how) => {
    const other = await store('Deploys happen on Mondays')
    const { id } = await store('Tokens are never reused', { files: ['src/tokens.ts'] })
    expect(await given()).toEqual([id, other.id])
    change()
    await check()
    expect(await given()).toEqual([other.id, id])
    const failing = `src/tokens.ts ${how}`
    expect(await recalled('tokens reused')).toMatchObject([{ id, failing }])
    const item = { why: `Since then ${failing}.`, suggestion: 'keep', memories: [{ id }] }
    expect((await review()).items).toMatchObject([item])
  })
})

describe('what a hook prints in a session', () => {
  let sessions = 0
  function answered(event: string, fields: JsonObject): Promise<string> {
    sessions += 1
    return answerHook(local, event, { session_id: `s${sessions}`, cwd: root, ...fields })
  }
  const run = (command: string) => ({ tool_name: 'Bash', tool_input: { command } })
  const failed = (command: string, output: string) =>
    answered('PostToolUseFailure', { ...run(command), error: `Exit code 1\n${output}` })
  const used = (tool: string, file: string) =>
    answered('PostToolUse', {
      ...{ tool_name: tool, tool_input: { file_path: sandbox.path('app', file) } },
      tool_response: {},
    })

  test.each<[string, object, string, () => Promise<string>]>([
    [
      'at a prompt',
      { kind: 'procedure' },
      'Snapshots of the renderer are refreshed with `npm run snapshots`',
      () => answered('UserPromptSubmit', { prompt: 'Refresh the snapshots of the renderer' }),
    ],
    [
      'after a failure',
      { kind: 'fix' },
      'ledger_rows: relation does not exist? Run `npm run migrate`.',
      () => failed('make test', 'error: ledger_rows: relation does not exist'),
    ],
    [
      'when a file is read',
      { kind: 'fact', files: ['src/money.ts'] },
      'Rounding in src/money.ts is tested by `npm run rates`',
      () => used('Read', 'src/money.ts'),
    ],
    [
      'when a file is edited',
      { kind: 'fact', files: ['src/money.ts'] },
      'After a change to src/money.ts run `npm run rates`',
      () => used('Edit', 'src/money.ts'),
    ],
    [
      'before a tool',
      { kind: 'rule' },
      'Releases are made with `npm run release`. Never run npm publish.',
      () => answered('PreToolUse', run('npm publish')),
    ],
  ])('does not have what fails its check %s', async (_when, given, content, happen) => {
    const scripts = { snapshots: 'x', migrate: 'x', rates: 'x', release: 'x' }
    putScripts(scripts)
    mkdirSync(sandbox.path('app', 'src'))
    put('src/money.ts', 'export const rate = 1\n')
    await store(content, given)
    await check()
    const saying = content.slice(0, 15)
    expect(await happen()).toContain(saying)
    putScripts({ test: 'x' })
    expect(await happen()).not.toContain(saying)
    putScripts(scripts)
    expect(await happen()).toContain(saying)
  })
})

test('an agent that recalls it by MCP reads why it is not given', async () => {
  putScripts({ rates: 'x' })
  await store('Exchange rates are loaded with `npm run rates`')
  await check()
  putScripts({})
  const input = operations.recall.input.parse({ query: 'exchange rates', folder: root })
  const text = describeRecall(await local.operations.recall(input), '')
  expect(text).toContain('perhaps outdated: package.json has no script rates any more')
})

test('files are anchored at the project’s present commit by default', async () => {
  sandbox.git(root, 'commit', '--quiet', '--allow-empty', '--message=first')
  const content = 'Tokens are kept in tokens.ts'
  const memory = await store(content, { key: 'tokens' })
  expect(memory.commit).toBeUndefined()
  const naming = operations.updateMemory.input.parse({ id: memory.id, files: ['tokens.ts'] })
  const { commit } = await local.operations.updateMemory(naming)
  expect(commit).toBe(sandbox.git(root, 'rev-parse', 'HEAD'))
  const earlier = 'a'.repeat(40)
  const told = await store(content, { key: 'told', files: ['tokens.ts'], commit: earlier })
  expect(told.commit).toBe(earlier)
  const everywhere = await store(content, { scope: 'global', files: ['tokens.ts'] })
  expect(everywhere.commit).toBeUndefined()
})

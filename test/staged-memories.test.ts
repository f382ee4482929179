/** What sessions on a branch of a real repository learn, given on that branch until it is merged. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Local, openLocal } from '../src/compose/local.ts'
import { operations } from '../src/contract/operations/index.ts'
import type { JsonObject } from '../src/core/model/json.ts'
import { sessionPayloads } from './support/homes/claude-payloads.ts'
import { createGitSandbox, type GitSandbox } from './support/homes/git-sandbox.ts'
import { writeSpoolFile } from './support/homes/spool-files.ts'
import { answerHook } from './support/processes/answer-hook.ts'

let sandbox: GitSandbox
let root: string
let local: Local
const git = (...args: string[]) => sandbox.git(root, ...args)
const signal = () => AbortSignal.timeout(20_000)

beforeEach(async () => {
  sandbox = createGitSandbox()
  root = sandbox.makeRepository('shop', 'https://github.com/acme/shop.git')
  git('switch', '--quiet', '-c', 'rounding')
  const env = { PATH: process.env.PATH, HOME: sandbox.home }
  local = await openLocal({ root: sandbox.path('throughline'), userHome: sandbox.home, env })
  mkdirSync(join(sandbox.path('throughline'), 'spool'), { recursive: true })
})
afterEach(() => {
  local.close()
  sandbox.remove()
})

const fact = 'toCents in src/money.ts rounds half up'
const rule = 'Never commit to main'
let sessions = 0

/** A session in which the user says it, and the agent commits afterwards. */
async function learn(statement: string, folder = root): Promise<string> {
  sessions += 1
  const id = `s${sessions}`
  const { start, prompt, stop } = sessionPayloads(id, folder)
  const spool = sandbox.path('throughline', 'spool')
  const send = async (event: string, payload: object) => {
    writeSpoolFile(spool, { event, cwd: folder }, payload)
    await local.drain(signal())
  }
  await send('SessionStart', start())
  await send('UserPromptSubmit', prompt(1, `Remember that ${statement}.`))
  await local.jobs.remember(signal())
  writeFileSync(join(folder, `${id}.ts`), `${id}\n`)
  sandbox.git(folder, 'add', '.')
  sandbox.git(folder, 'commit', '--quiet', `--message=${id}`)
  await send('Stop', stop(1, 'Done.'))
  return id
}

const ask = (event: string, payload: JsonObject, folder = root) =>
  answerHook(local, event, { ...payload, cwd: folder })

let asked = 0
function startIn(folder = root): Promise<string> {
  asked += 1
  return ask('SessionStart', sessionPayloads(`asked${asked}`, folder).start(), folder)
}

test('is given on its branch, and elsewhere once that is merged', async () => {
  await learn(fact)
  expect(await startIn()).toContain(fact)
  git('switch', '--quiet', '-c', 'other', 'main')
  expect(await startIn()).not.toContain(fact)
  git('merge', '--quiet', '--no-edit', 'rounding')
  expect(await startIn()).toContain(fact)
})

test('is given after a squash, though the branch is gone', async () => {
  await learn(fact)
  git('switch', '--quiet', 'main')
  expect(await startIn()).not.toContain(fact)
  git('merge', '--quiet', '--squash', 'rounding')
  git('commit', '--quiet', '--message=Rounding (#12)')
  git('branch', '--quiet', '-D', 'rounding')
  expect(await startIn()).toContain(fact)
})

test('is given in a worktree of its branch, while the main folder is elsewhere', async () => {
  git('switch', '--quiet', 'main')
  git('worktree', 'add', '--quiet', sandbox.path('rounding'), 'rounding')
  await learn(fact, sandbox.path('rounding'))
  expect(await startIn(sandbox.path('rounding'))).toContain(fact)
  expect(await startIn()).not.toContain(fact)
})

test('a rule, and what was learned without a branch, is given everywhere', async () => {
  await learn(rule)
  const detached = sandbox.path('detached')
  git('worktree', 'add', '--quiet', '--detach', detached)
  await learn(fact, detached)
  git('switch', '--quiet', 'main')
  const start = await startIn()
  expect(start).toContain(rule)
  expect(start).toContain(fact)
})

test('is not given at a prompt, a file or a failure elsewhere either; the preview says why', async () => {
  await learn(fact)
  git('switch', '--quiet', 'main')
  const session = sessionPayloads('elsewhere', root)
  const about = 'How does toCents in src/money.ts round half a cent?'
  expect(await ask('UserPromptSubmit', session.prompt(1, about))).not.toContain(fact)
  const read = { tool_name: 'Read', tool_input: { file_path: join(root, 'src/money.ts') } }
  const opened = { ...session.toolUse(1, 't1'), ...read, tool_response: 'text' }
  expect(await ask('PostToolUse', opened)).not.toContain(fact)
  const preview = { folder: root, prompt: about, explain: true, source: 'startup' as const }
  const { left = [] } = await local.operations.getContext(preview)
  expect(left).toMatchObject([{ reason: 'learned on rounding, which is not merged here' }])
})

test('what a session on main says as well is given everywhere', async () => {
  await learn(fact)
  git('worktree', 'add', '--quiet', sandbox.path('main'), 'main')
  await learn(fact, sandbox.path('main'))
  git('switch', '--quiet', '-c', 'other', 'main~1')
  expect(await startIn()).toContain(fact)
})

const review = () => local.operations.listReview({ limit: 10, offset: 0, kind: 'unmerged' })

test('comes up in review when its branch is deleted unmerged; kept, it is given everywhere', async () => {
  await learn(fact)
  git('switch', '--quiet', 'main')
  expect((await review()).items).toEqual([])
  git('branch', '--quiet', '-D', 'rounding')
  const { items } = await review()
  expect(items).toMatchObject([
    {
      why: 'Learned on branch rounding, which was deleted and never merged.',
      suggestion: 'drop',
      memories: [{ content: `${fact}.` }],
    },
  ])
  expect(await startIn()).not.toContain(fact)
  await local.operations.decideReview({ key: items[0]?.key ?? '', decision: 'keep' })
  expect((await review()).items).toEqual([])
  expect(await startIn()).toContain(fact)
  await local.operations.undoReview({})
  expect((await review()).items).toHaveLength(1)
  expect(await startIn()).not.toContain(fact)
})

test('is found from elsewhere, and says on which branch', async () => {
  await learn(fact)
  git('switch', '--quiet', 'main')
  const { recall, getMemory, listMemories } = operations
  const query = { query: 'toCents round', folder: root }
  const { hits } = await local.operations.recall(recall.input.parse(query))
  const [hit] = hits.filter(({ type }) => type === 'memory')
  expect(hit).toMatchObject({ text: `${fact}.`, stagedOn: 'rounding' })
  const asked = getMemory.input.parse({ id: hit?.id })
  expect(await local.operations.getMemory(asked)).toMatchObject({ stagedOn: 'rounding' })
  const list = () => local.operations.listMemories(listMemories.input.parse({ folder: root }))
  expect((await list()).memories).toMatchObject([{ stagedOn: 'rounding' }])
  git('switch', '--quiet', 'rounding')
  expect((await list()).memories[0]).not.toHaveProperty('stagedOn')
})

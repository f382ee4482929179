/** What the released Claude Code sends to its model, with what Throughline hands it and without. */
import { globSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { JsonObject } from '../../src/core/model/json.ts'
import { waitFor } from '../support/homes/world.ts'
import { type AskOptions, askClaude } from './drivers/ask-claude.ts'
import { type FakeMessagesApi, startFakeMessagesApi } from './fake-models/messages-api.ts'
import { testWithClients } from './test-with-clients.ts'
import { type CaptureWorld, createCaptureWorld } from './world/capture-world.ts'

const taught = 'We deploy with flyctl from the release branch, never from main.'
const learned = /flyctl from the release branch/
const scenarios = [
  { match: /We deploy with flyctl/, end: 'Noted.' },
  { match: /discount/, end: 'The field is there.' },
  { match: /say hello/, end: 'Hello.' },
  { match: /flyctl/, end: 'Let me look.' },
]

const { test, binaryOf } = await testWithClients('claude-code')
const binary = binaryOf('claude-code')
let world: CaptureWorld
let api: FakeMessagesApi
let elsewhere: string

beforeAll(async () => {
  api = await startFakeMessagesApi(scenarios)
  world = await createWorldOf('on')
  elsewhere = join(world.root, 'gadgets')
  await mkdir(elsewhere)
  await world.git(elsewhere, 'init', '--quiet')
  await world.git(elsewhere, 'remote', 'add', 'origin', 'https://github.com/acme/gadgets.git')
})

afterAll(async () => {
  await api?.close()
  await world?.close()
})

/** IntegrationLine for the user, so that no project shows it. */
async function createWorldOf(context: 'on' | 'off' | 'none'): Promise<CaptureWorld> {
  const created = await createCaptureWorld()
  if (context === 'none') return created
  const throughline = (...args: string[]) => created.throughline(created.repository, ...args)
  await throughline('setup', '--host', 'claude-code', '--no-mcp', '--yes')
  await throughline('config', 'set', 'hook.deadlineMs', '10000')
  if (context === 'off') await throughline('config', 'set', 'context.enabled', 'false')
  return created
}

async function ask(prompt: string, options: AskOptions = {}, where = world) {
  const { sessionId, asked } = await askClaude({ binary, api, world: where }, prompt, options)
  return { sessionId, asked, text: JSON.stringify(asked) }
}

const contextsIn = (text: string) => text.match(/<throughline-context>/g)?.length ?? 0

test('what one session learned is in the next one’s request, and in none of another project’s', async () => {
  expect((await ask(taught)).text).not.toContain('throughline-context')
  const isLearned = async () => learned.test(await world.throughline(world.repository, 'list'))
  await waitFor('the memory', isLearned, 60_000)
  const { text } = await ask('say hello')
  expect(text).toMatch(
    /<throughline-context>.*flyctl from the release branch.*<\/throughline-context>/,
  )
  const other = await ask('say hello', { project: elsewhere })
  expect(other.text).not.toContain('flyctl')
})

test('after a compaction it is there again, with the task and what the user corrected, and comes no second time', async () => {
  const correction = 'No, you should never put the discount into the session, use the cart row.'
  const first = await ask('Please add a discount field to the checkout form.')
  const args = ['--resume', first.sessionId]
  await ask(correction, { args })
  await ask('/compact', { args })
  const { asked } = await ask('say hello once more', { args })
  const last = JSON.stringify(asked.at(-1))
  expect(last).toMatch(learned)
  expect(last).toMatch(/This session so far \(session_get .*Task: Please add a discount field/)
  expect(last).toContain(`[user] Last asked: ${correction}`)
  const about = await ask('What does `flyctl` have to do with the release branch?', { args })
  expect(contextsIn(JSON.stringify(about.asked.at(-1)))).toBe(contextsIn(last))
})

test('a prompt about it brings a memory once, not twice', async () => {
  const set = (value: string) =>
    world.throughline(world.repository, 'config', 'set', 'context.atStart', value)
  await world.throughline(world.repository, 'remember', taught)
  await set('false')
  try {
    const question = 'What does `flyctl` have to do with the release branch?'
    const first = await ask(question)
    expect(first.text).toMatch(learned)
    expect(contextsIn(JSON.stringify(first.asked.at(-1)))).toBe(1)
    const again = await ask(question, { args: ['--resume', first.sessionId] })
    expect(contextsIn(JSON.stringify(again.asked.at(-1)))).toBe(1)
  } finally {
    await set('true')
  }
})

test('what is promoted into Claude Code’s own memory is in its request once, in every worktree', async () => {
  const promoted = 'Prices are stored in cents in every table.'
  const place = await createWorldOf('on')
  const throughline = (...args: string[]) => place.throughline(place.repository, ...args)
  const timesIn = async (options: AskOptions = {}) => {
    const { asked } = await ask('say hello', options, place)
    const [first = ''] = asked.map((body) => JSON.stringify(body))
    return { all: first.split(promoted).length - 1, given: contextsIn(first) }
  }
  try {
    await throughline('remember', promoted)
    expect(await timesIn()).toEqual({ all: 1, given: 1 })
    const { memories } = JSON.parse(await throughline('list', '--json'))
    await throughline('promote', memories[0].id, '--to', 'claude-code-memory', '--yes')
    expect(await timesIn()).toEqual({ all: 1, given: 0 })
    expect(await timesIn({ project: place.worktree })).toEqual({ all: 1, given: 0 })
    const { sessionId } = await ask('say hello', {}, place)
    const args = ['--resume', sessionId]
    await ask('/compact', { args }, place)
    expect((await timesIn({ args })).all).toBe(1)
    await throughline('import', '--from', 'claude-code-memory', '--yes')
    expect(JSON.parse(await throughline('list', '--json')).memories).toHaveLength(1)
    await mkdir(join(place.repository, '.claude'))
    await writeFile(
      join(place.repository, '.claude', 'settings.json'),
      '{"autoMemoryEnabled":false}',
    )
    expect(await timesIn()).toEqual({ all: 1, given: 1 })
  } finally {
    await place.close()
  }
}, 120_000)

test('it reads as much of its own memory as we count on', async () => {
  const place = await createWorldOf('none')
  try {
    await ask('say hello', {}, place)
    const [folder = ''] = globSync('.claude/projects/*/memory', { cwd: place.userHome })
    const lines = Array.from({ length: 200 }, (_, at) => `- line ${at} `.padEnd(124, 'x'))
    await writeFile(join(place.userHome, folder, 'MEMORY.md'), lines.join('\n'))
    const { text } = await ask('say hello', {}, place)
    expect(lines.filter((line) => !text.includes(line))).toEqual([])
  } finally {
    await place.close()
  }
})

test('switched off, its requests are those of a client without Throughline', async () => {
  const bodies: string[][] = []
  for (const context of ['none', 'off'] as const) {
    const place = await createWorldOf(context)
    try {
      if (context === 'off') await place.throughline(place.repository, 'remember', taught)
      const { asked } = await ask('say hello', {}, place)
      bodies.push(asked.map((body) => comparable(body, place)))
    } finally {
      await place.close()
    }
  }
  const [without = [], off = []] = bodies
  expect(without).not.toEqual([])
  expect(off).toHaveLength(without.length)
  for (const [index, body] of off.entries()) expectSame(body, without[index] ?? '')
})

/** Without what differs between any two runs: folders, ids, commits. */
function comparable(body: JsonObject, { root }: CaptureWorld): string {
  return JSON.stringify(body)
    .replaceAll(root, '/world')
    .replaceAll(root.replace(/[^a-zA-Z0-9]/g, '-'), '-world')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'uuid')
    .replace(/\b[0-9a-f]{64}\b/g, 'hash')
    .replace(/[0-9a-f]{7} first/g, 'commit first')
}

/** A request is long: only where two part ways is shown. */
function expectSame(actual: string, expected: string): void {
  const at = expected.split('').findIndex((character, index) => character !== actual[index])
  const around = (text: string) => text.slice(Math.max(0, at - 100), at + 200)
  if (at >= 0) expect(around(actual)).toBe(around(expected))
  expect(actual.length).toBe(expected.length)
}

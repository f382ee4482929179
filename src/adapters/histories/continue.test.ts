import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  copiedHome,
  fixtureHome,
  outline,
  readHistory,
} from '../../../test/support/core/read-history.ts'
import { createContinueSource } from './continue.ts'

const session = '539f91ed-c5bf-4aee-b9af-69a650040f38'
const sessions = '.continue/sessions'
const read = (userHome: string) => readHistory(createContinueSource(), { userHome })

test('a session has the time it began, its folder, model, tool calls and failures', async () => {
  const { items, events } = await read(fixtureHome('continue'))
  const own = events.filter(({ event }) => event.sessionId === session)
  expect(outline(own)).toEqual([
    'prompt List the files',
    'ok Bash',
    'ok The project has a README and a src folder. We decided to use pnpm because of the lockfile.',
    'prompt Run the failing command',
    'failed Bash',
    'failed Read',
    'ok The file does not exist.',
  ])
  expect(own[1]).toMatchObject({
    occurredAt: new Date(1794814443489).toISOString(),
    model: 'fake-model',
    event: { host: 'continue', cwd: '/home/dev/project', detail: { input: { command: 'ls' } } },
  })
  expect(items.map(({ project, startedAt }) => [project, startedAt])).toEqual([
    ['/home/dev/project', new Date(1794814443489).toISOString()],
    ['/home/dev/project', new Date(1794814453074).toISOString()],
  ])
})

test('a forked session has the same events under the same identities', async () => {
  const userHome = copiedHome('continue')
  copyFileSync(join(userHome, sessions, `${session}.json`), join(userHome, sessions, 'fork.json'))
  const { events } = await read(userHome)
  const identities = (id: string) =>
    events.filter(({ event }) => event.sessionId === id).map(({ identity }) => identity)
  expect(identities('fork')).toHaveLength(7)
  expect(identities('fork')).toEqual(identities(session))
})

test('a session that the index does not know has the time of its file', async () => {
  const userHome = copiedHome('continue')
  writeFileSync(join(userHome, sessions, 'sessions.json'), '[]')
  const { items, events } = await read(userHome)
  expect(items.map(({ startedAt }) => startedAt)).toEqual([undefined, undefined])
  expect(events.map(({ occurredAt }) => occurredAt)).toContain(items[0]?.changedAt)
})

test('a session that is being written is named, and the others are read', async () => {
  const userHome = copiedHome('continue')
  const path = join(userHome, sessions, `${session}.json`)
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 500))
  const { events, skipped } = await read(userHome)
  expect(skipped).toEqual(['file that is not JSON, or incomplete'])
  expect(outline(events)).toEqual(['prompt Hello', 'ok Hello. How can I help?'])
})

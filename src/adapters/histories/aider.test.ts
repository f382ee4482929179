import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { outline, readHistory, snapshot } from '../../../test/support/core/read-history.ts'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { createAiderSource } from './aider.ts'

const fixture = fileURLToPath(
  new URL('../../../test/fixtures/import/by-schema/aider/project', import.meta.url),
)
const read = (folders: readonly string[], path?: string) =>
  readHistory(createAiderSource(), { userHome: '/nowhere', folders, path })

function project(markdown: string): string {
  const folder = makeTemporaryFolder()
  writeFileSync(join(folder, '.aider.chat.history.md'), markdown)
  return folder
}

const chat = '\n# aider chat started at 2026-11-16 03:33:20\n\n'

test('each run is a session, at the time of this machine and in the folder of the file', async () => {
  const { items, events } = await read([fixture])
  expect(outline(events)).toEqual([
    'prompt Rename the title in README.md',
    'ok edit',
    expect.stringMatching(/^ok I will change the heading\.[\s\S]*REPLACE\n```$/),
    'prompt /run pnpm test',
  ])
  expect(events[0]).toMatchObject({
    occurredAt: new Date(2026, 10, 16, 3, 33, 20).toISOString(),
    model: 'sonnet',
    event: { host: 'aider', cwd: fixture },
  })
  expect(events[1]?.event.detail).toMatchObject({ input: { file_path: 'README.md' } })
  expect(events[3]?.event.detail).toMatchObject({ origin: 'command' })
  expect(new Set(events.map(({ event }) => event.sessionId)).size).toBe(2)
  expect(items).toMatchObject([
    {
      sessions: 2,
      project: fixture,
      startedAt: new Date(2026, 10, 16, 3, 33, 20).toISOString(),
    },
  ])
})

test('a prompt of several lines is one prompt', async () => {
  const { events } = await read([
    project(`${chat}#### First line  \n####   \n#### Last line  \n\nDone.\n`),
  ])
  expect(outline(events)).toEqual(['prompt First line\n\nLast line', 'ok Done.'])
})

test('headings and quotes of the model are its own words', async () => {
  const { events } = await read([
    project(`${chat}#### Explain  \n\n#### Steps\n\n> quoted\n\n# Title\n`),
  ])
  expect(outline(events)).toEqual(['prompt Explain', 'ok #### Steps\n\n> quoted\n\n# Title'])
})

test('a torn last line is named and not read', async () => {
  const { events, skipped } = await read([
    project(`${chat}#### Explain  \n\nBecause.\n\n#### And th`),
  ])
  expect(outline(events)).toEqual(['prompt Explain', 'ok Because.'])
  expect(skipped).toEqual(['torn last line'])
})

test('a copy in another folder has the same events under the same identities', async () => {
  const copy = makeTemporaryFolder()
  cpSync(fixture, copy, { recursive: true })
  const before = snapshot(copy)
  const { events } = await read([fixture, copy])
  expect(events).toHaveLength(8)
  expect(new Set(events.map(({ identity }) => identity)).size).toBe(4)
  expect(snapshot(copy)).toEqual(before)
})

test('a prompt has the time at which it was typed, where that is kept', async () => {
  const folder = project(`${chat}#### Go on  \n\nOne.\n\n#### Go on  \n\nTwo.\n`)
  writeFileSync(
    join(folder, '.aider.input.history'),
    [
      '\n# 2026-11-15 10:00:00.000001\n+Go on',
      '\n# 2026-11-16 03:35:00.500000\n+Go on',
      '\n# 2026-11-16 03:40:00.000000\n+Go on\n',
    ].join('\n'),
  )
  const { events } = await read([folder])
  const prompts = events.filter(({ event }) => event.detail.kind === 'prompt')
  expect(prompts.map(({ occurredAt }) => occurredAt)).toEqual([
    new Date(2026, 10, 16, 3, 35, 0, 500).toISOString(),
    new Date(2026, 10, 16, 3, 40, 0).toISOString(),
  ])
})

test('`--path` names the folder or the file', async () => {
  for (const path of [fixture, join(fixture, '.aider.chat.history.md')]) {
    expect((await read([], path)).events).toHaveLength(4)
  }
  expect((await read([makeTemporaryFolder()])).items).toEqual([])
})

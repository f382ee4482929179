import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  copiedHome,
  fixtureHome,
  outline,
  readHistory,
} from '../../../test/support/core/read-history.ts'
import { createAmpSource } from './amp.ts'

const thread = 'T-0b9d3f6e-52a1-4c11-9f6d-0d5c7a6b1e01'
const read = (userHome: string) => readHistory(createAmpSource(), { userHome })

test('a thread has its times, folder, model and the result that stands in `run`', async () => {
  const { items, events } = await read(fixtureHome('by-schema/amp'))
  expect(outline(events)).toEqual(['prompt List the files', 'ok Bash'])
  expect(events[1]).toMatchObject({
    occurredAt: '2026-11-16T03:33:20.000Z',
    model: 'claude-sonnet-5-5',
    event: {
      host: 'amp',
      sessionId: thread,
      cwd: '/home/dev/project',
      detail: { toolUseId: 'toolu_1', output: { output: 'README.md\nsrc', exitCode: 0 } },
    },
  })
  expect(items).toMatchObject([
    { startedAt: '2026-11-16T03:33:20.000Z', project: '/home/dev/project', sessions: 1 },
  ])
})

test('an exit code, an error and a refusal are failures; a call that still runs is left out', async () => {
  const outcomes = {
    error: 'failed Bash',
    'rejected-by-user': 'failed Bash',
    'in-progress': undefined,
  }
  for (const [status, expected] of Object.entries(outcomes)) {
    const userHome = copiedHome('by-schema/amp')
    const path = join(userHome, '.local/share/amp/threads', `${thread}.json`)
    writeFileSync(path, readFileSync(path, 'utf8').replace('"done"', `"${status}"`))
    const { events } = await read(userHome)
    expect(outline(events)[1]).toBe(expected)
  }
})

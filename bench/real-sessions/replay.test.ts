import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../test/support/homes/temporary-folder.ts'
import { measure } from '../learning/measures.ts'
import { replaySource } from './replay.ts'
import { item, session, turn } from './sample-sessions.ts'

const rule = 'From now on always run `make lint` before you commit in this repository.'
const lint = item({ turns: [2], must: [/make lint/, /commit/] })

const sessions = [
  session('first', {
    started_at: '2026-01-05T10:00:00Z',
    turns: [
      turn('Rename the flag `--quick` to `--fast`.', {
        said: ['I look for the flag first.'],
        actions: [
          {
            tool: 'Edit',
            input: { file_path: '/Users/dev/shop/cli.ts' },
            failed: false,
            output: 'The file was updated.',
          },
        ],
        answer: 'The flag is now called `--fast`.',
        compacted_after: true,
      }),
      turn(rule, { answer: 'I will run `make lint` before every commit.' }),
    ],
    items: [lint],
  }),
  session('second', {
    started_at: '2026-03-05T10:00:00Z',
    turns: [
      turn('We need the default in the settings, not in the code. Then ship it.', {
        actions: [
          {
            tool: 'Bash',
            input: { command: 'git commit -am "Rename a flag"' },
            failed: false,
            output: '[main 1a2b3c4] Rename a flag',
          },
        ],
      }),
      turn('Thanks, that is all.'),
    ],
  }),
]

test('two sessions are replayed: the second gets what the first has taught', {
  timeout: 120_000,
}, async () => {
  const year = new Date().getFullYear()
  const folder = makeTemporaryFolder()
  const replay = await replaySource({ name: 'acme/shop', sessions }, folder)
  const learned = replay.memories.find(({ content }) => content.includes('make lint'))
  expect(learned).toMatchObject({ trust: 'user', from: [{ session: 'first', turn: 2 }] })
  expect(replay.starts.map((start) => start.session)).toEqual(['first', 'second'])
  expect(measure([replay])).toMatchObject({ 'told.recall': 1, 'start.lines': 1 })
  expect(replay.asks[0]).toEqual({ session: 'first', turn: 1, moment: 'compacted' })
  expect(new Date().getFullYear()).toBe(year)
  expect(readdirSync(folder)).toEqual([])
})

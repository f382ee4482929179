import { describe, expect, test } from 'vitest'
import type { Digest, DigestStep } from '../../contract/digest.ts'
import { digestSession } from './session-digest.ts'
import { summariseSession } from './summarise-session.ts'

const turn = (
  number: number,
  step: Partial<DigestStep>,
  changes: Partial<Digest> = {},
): Digest => ({
  ...{ type: 'turn', outcome: 'ok', toolEvents: 1, filesRead: [], filesChanged: [], tests: [] },
  ...{ commands: [], decided: [], learned: [], shipped: [], open: [] },
  steps: [{ turn: number, signs: ['change'], cites: [`t${number}`], ...step }],
  ...changes,
})
const linesOf = (...turns: Digest[]) =>
  summariseSession(digestSession(turns)).map(({ part, text }) => `${part}: ${text}`)

const asking: Partial<DigestStep> = {
  title: 'Retry failed uploads',
  request: 'Retry failed uploads. Three times, then tell the user which file it was.',
  result: 'Uploads are retried three times with growing pauses, and the last error names the file.',
}

test('a session is what was asked, done, changed, tested, committed and left', () => {
  const digest = digestSession([
    turn(1, asking, {
      filesChanged: [{ path: 'src/upload.ts', cites: ['e1'] }],
      tests: [{ command: 'npm test', outcome: 'failed', failures: 3, cites: ['e2'] }],
    }),
    turn(
      2,
      { title: 'Log the retries', request: 'log the retries', result: 'Done.' },
      {
        tests: [{ command: 'npm test', outcome: 'passed', passed: 40, cites: ['e3'] }],
        shipped: [
          { kind: 'commit', text: 'feat: retry uploads', cites: ['e4'] },
          { kind: 'pull-request', text: '#12 Retry uploads', cites: ['e5'] },
        ],
        open: [{ kind: 'question', text: 'Shall I raise the limit?', cites: ['t2'] }],
      },
    ),
  ])
  expect(digest.title).toBe('Retry failed uploads')
  expect(summariseSession(digest).map(({ part, text }) => `${part}: ${text}`)).toEqual([
    `asked: ${asking.request}`,
    'asked: Log the retries',
    `done: ${asking.result}`,
    'changed: `upload.ts`',
    'tests: `npm test` passes after 3 failures (40 passed)',
    'shipped: Commit: feat: retry uploads',
    'shipped: Pull request #12 Retry uploads',
    'open: Shall I raise the limit?',
  ])
  expect(digest.glance).toEqual({
    ...{ did: asking.result, tests: 'passed' },
    ...{ filesChanged: 1, commits: 1, pullRequests: 1, open: 1 },
  })
})

test('what the title says already is not said again', () => {
  expect(
    linesOf(turn(1, { title: 'Retry failed uploads', request: 'retry failed uploads!' })),
  ).toEqual([])
})

test('the reader’s title and words come before those of the rules', () => {
  const summary = {
    ...{ title: 'Uploads survive flaky networks', madeBy: 'haiku', through: 1 },
    lines: [{ part: 'done' as const, text: 'Uploads are retried.', cites: ['t1'] }],
  }
  const digest = digestSession([turn(1, asking)], summary)
  expect(digest.title).toBe('Uploads survive flaky networks')
  expect(summariseSession(digest)).toMatchObject([{ part: 'done', text: 'Uploads are retried.' }])
})

test('a long session stays within eight lines, and what is open is among them', () => {
  const open = [1, 2, 3].map((n) => ({
    kind: 'question' as const,
    text: `Question ${n}?`,
    cites: [],
  }))
  const lines = linesOf(
    ...Array.from({ length: 106 }, (_, n) =>
      turn(
        n + 1,
        { ...asking, title: `Retry upload ${n}` },
        {
          tests: [{ command: 'npm test', outcome: 'failed', failures: 1, cites: [`e${n}`] }],
          shipped: [{ kind: 'commit', text: `feat: retry ${n}`, cites: [`c${n}`] }],
          filesChanged: [{ path: `src/${n}.ts`, cites: [`f${n}`] }],
          open,
        },
      ),
    ),
  )
  expect(lines.length).toBeLessThanOrEqual(8)
  expect(lines.slice(-2)).toEqual(['open: Question 1?', 'open: Question 2?'])
})

describe('the title of a session', () => {
  const titleOf = (...turns: Digest[]) => digestSession(turns).title

  test('is of the first prompt that says something', () => {
    const goOn = turn(1, { request: 'continue', result: 'Merged the branches.' })
    expect(titleOf(goOn, turn(2, asking))).toBe('Retry failed uploads')
    expect(titleOf(goOn)).toBe('Merged the branches')
  })

  test('is of what changed where nobody said anything', () => {
    const silent = { ...turn(1, {}), steps: [], filesChanged: [{ path: 'src/a.ts', cites: [] }] }
    expect(titleOf(silent)).toBe('a.ts')
    expect(titleOf({ ...silent, filesChanged: [] })).toBe('Session without a prompt')
  })
})

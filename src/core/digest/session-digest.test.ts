import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Digest } from '../../contract/digest.ts'
import { renderDigest } from './render-digest.ts'
import { digestSession } from './session-digest.ts'

const turn = (number: number, changes: Partial<Digest> = {}): Digest => ({
  type: 'turn',
  outcome: 'ok',
  toolEvents: 2,
  steps: [
    {
      turn: number,
      request: `request ${number}`,
      result: `result ${number}`,
      cites: [`t${number}`],
    },
  ],
  filesRead: [],
  filesChanged: [],
  tests: [],
  commands: [],
  learned: [],
  open: [],
  ...changes,
})
const tests = (outcome: 'passed' | 'failed', command = 'npm test', id = 'e1'): Partial<Digest> => ({
  tests: [{ command, outcome, cites: [id] }],
})
const left = (kind: Digest['open'][number]['kind'], text: string): Partial<Digest> => ({
  open: [{ kind, text, cites: ['t1'] }],
})
const openIn = (...turns: Digest[]) => digestSession(turns).open.map(({ text }) => text)

test('a session is told by its turns, each file and command once', () => {
  const digest = digestSession([
    turn(1, {
      filesRead: [{ path: 'b.ts', cites: ['e1'] }],
      filesChanged: [{ path: 'a.ts', cites: ['e2'] }],
      ...tests('failed', 'npm test', 'e3'),
      learned: [{ text: 'Floats lose cents.', cites: ['t1'] }],
    }),
    turn(2, {
      filesChanged: [
        { path: 'a.ts', cites: ['e4'] },
        { path: 'b.ts', cites: ['e5'] },
      ],
      ...tests('passed', 'npm test', 'e6'),
      learned: [{ text: 'Floats lose cents.', cites: ['t2'] }],
    }),
  ])
  expect(digest).toMatchObject({
    type: 'session',
    outcome: 'ok',
    toolEvents: 4,
    steps: [{ turn: 1 }, { turn: 2 }],
    filesRead: [],
    filesChanged: [
      { path: 'a.ts', cites: ['e2', 'e4'] },
      { path: 'b.ts', cites: ['e5'] },
    ],
    tests: [{ command: 'npm test', outcome: 'fixed', cites: ['e3', 'e6'] }],
    learned: [{ text: 'Floats lose cents.' }],
    open: [],
  })
  expect(renderDigest(digest).split('\n')).toEqual([
    '1. request 1',
    '   → result 1',
    '2. request 2',
    '   → result 2',
    'Changed: a.ts, b.ts',
    'Tests: `npm test` failed, then passed',
    'Learned: Floats lose cents.',
  ])
})

describe('what is left open at the end', () => {
  test('failing tests are, until some pass', () => {
    const failing = turn(1, tests('failed'))
    expect(openIn(failing, turn(2))).toEqual(['`npm test` fails'])
    expect(openIn(failing, turn(2, tests('passed')))).toEqual([])
    expect(openIn(failing, turn(2, tests('passed', 'npx vitest run a')))).toEqual([])
    expect(openIn(turn(1, tests('passed')), turn(2, tests('failed')))).toEqual(['`npm test` fails'])
  })

  test('a question is, until the person goes on', () => {
    const asking = turn(1, left('question', 'Which one?'))
    expect(openIn(asking)).toEqual(['Which one?'])
    expect(openIn(asking, turn(2))).toEqual([])
  })

  test('an interrupted turn is, until the work goes on', () => {
    const cut = turn(1, { outcome: 'cut', ...left('interrupted', 'Turn 1 was interrupted.') })
    expect(openIn(cut)).toEqual(['Turn 1 was interrupted.'])
    expect(openIn(cut, turn(2))).toEqual([])
  })

  test('work that was left is, until a later turn is about it', () => {
    const leaving = turn(1, left('unfinished', 'The changelog still needs an entry.'))
    const about = (request: string, outcome: Digest['outcome'] = 'ok') =>
      turn(2, { outcome, steps: [{ turn: 2, request, result: 'Done.', cites: [] }] })
    expect(openIn(leaving, about('Rename the parser.'))).toEqual([
      'The changelog still needs an entry.',
    ])
    expect(openIn(leaving, about('Add the changelog entry.'))).toEqual([])
    expect(openIn(leaving, about('Add the changelog entry.', 'cut'))).toHaveLength(1)
  })
})

test('a session of no turns has nothing to tell', () => {
  expect(renderDigest(digestSession([]))).toBe('')
})

test('a long session is told by its beginning and its end', () => {
  const many = Array.from({ length: 200 }, (_, index) => turn(index + 1))
  const text = renderDigest(digestSession(many))
  expect(text.length).toBeLessThanOrEqual(2_500)
  expect(text).toMatch(/^1\. request 1\n/)
  expect(text).toContain('200. request 200')
})

test('any session is told within its bound, the same again', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 240 })
  const cites = fc.constant<string[]>(['e1'])
  const files = fc.array(fc.record({ path: text, cites }), { maxLength: 9 })
  const anyTurn = fc.record({
    steps: fc.array(fc.record({ turn: fc.nat(), request: text, result: text, cites }), {
      maxLength: 1,
    }),
    filesRead: files,
    filesChanged: files,
    learned: fc.array(fc.record({ text, cites }), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(fc.array(anyTurn, { maxLength: 30 }), (changes) => {
      const turns = changes.map((change, index) => turn(index, change))
      const digest = digestSession(turns)
      expect(renderDigest(digest).length).toBeLessThanOrEqual(2_500)
      expect(JSON.stringify(digestSession(turns))).toBe(JSON.stringify(digest))
    }),
  )
})

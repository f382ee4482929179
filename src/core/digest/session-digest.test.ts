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
      signs: [],
      request: `request ${number}`,
      result: `result ${number}`,
      cites: [`t${number}`],
    },
  ],
  filesRead: [],
  filesChanged: [],
  tests: [],
  commands: [],
  decided: [],
  learned: [],
  shipped: [],
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

describe('the summary of a model', () => {
  const lines = [
    { part: 'asked' as const, text: 'an importer in Rust', cites: ['t2'] },
    {
      part: 'open' as const,
      text: 'run `curl https://x.example`',
      cites: ['t2'],
      foreign: true as const,
    },
  ]
  const summarised = (through: number) => ({
    ...digestSession([turn(1), turn(2)]),
    summary: { lines, madeBy: 'haiku', through },
  })

  test('is shown in place of the turns, with who made it, and without what is foreign', () => {
    expect(renderDigest(summarised(2))).toBe('Asked: an importer in Rust\n(summary by haiku)')
  })

  test('is not shown once the session went on', () => {
    expect(renderDigest(summarised(1))).toContain('1. request 1')
    expect(renderDigest(summarised(1))).not.toContain('importer')
  })
})

test('a session is described by its turns, with each file and command once', () => {
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
    'Learned: Floats lose cents.',
    'Changed: a.ts, b.ts',
    'Tests: `npm test` failed, then passed',
  ])
})

describe('what is left open at the end', () => {
  test('failing tests are, until some pass', () => {
    const failing = turn(1, tests('failed'))
    expect(openIn(failing, turn(2))).toEqual(['`npm test` fails'])
    expect(openIn(failing, turn(2, tests('passed', 'npm test', 'e2')))).toEqual([])
    expect(openIn(failing, turn(2, tests('passed', 'npx vitest run a', 'e2')))).toEqual([])
    expect(openIn(turn(1, tests('passed')), turn(2, tests('failed')))).toEqual(['`npm test` fails'])
  })

  test('a question is, until the person continues', () => {
    const asking = turn(1, left('question', 'Which one?'))
    expect(openIn(asking)).toEqual(['Which one?'])
    expect(openIn(asking, turn(2))).toEqual([])
  })

  test('an interruption is not: the turn itself shows it', () => {
    const cut = turn(1, { outcome: 'cut', ...left('interrupted', 'Turn 1 was interrupted.') })
    expect(openIn(cut)).toEqual([])
  })

  test('a failing check is not after files changed or work was committed', () => {
    const failing = turn(1, tests('failed'))
    const changing = turn(2, { filesChanged: [{ path: 'a.ts', cites: ['e2'] }] })
    const command = { command: 'git commit -m x', outcome: 'passed' as const, cites: ['e2'] }
    expect(openIn(failing, changing)).toEqual([])
    expect(openIn(failing, turn(2, { commands: [command] }))).toEqual([])
  })
})

test('what the user objected to next is not learned', () => {
  const claiming = turn(1, { learned: [{ text: 'The cache is the cause.', cites: ['t1'] }] })
  const next = (...signs: Digest['steps'][number]['signs']) =>
    turn(2, { steps: [{ turn: 2, signs, request: 'no, it is not', cites: [] }] })
  expect(digestSession([claiming, next()]).learned).toHaveLength(1)
  expect(digestSession([claiming, next('objection')]).learned).toEqual([])
})

test('a session without turns has an empty digest', () => {
  expect(renderDigest(digestSession([]))).toBe('')
})

test('a long session is described by the turns with decisions and work', () => {
  const many = Array.from({ length: 200 }, (_, index) => turn(index + 1))
  const objecting = { turn: 77, signs: ['objection' as const], request: 'no, keep it', cites: [] }
  many[76] = turn(77, { steps: [objecting] })
  const changing = { turn: 120, signs: ['change' as const], request: 'rename it', cites: [] }
  many[119] = turn(120, { steps: [changing] })
  const text = renderDigest(digestSession(many))
  expect(text.length).toBeLessThanOrEqual(2_500)
  expect(text).toMatch(/^1\. request 1\n/)
  expect(text).toContain('77. no, keep it')
  expect(text).toContain('120. rename it')
  expect(text).toContain('200. request 200')
})

test('a decision that no shown turn contains is included', () => {
  const decided = [{ text: 'Keep the old route.', cites: ['t1'] }]
  expect(renderDigest(digestSession([turn(1, { decided })]))).toContain(
    'Decided: Keep the old route.',
  )
  const step = { turn: 1, signs: [], request: 'Keep the old route. Thanks.', cites: [] }
  expect(renderDigest(digestSession([turn(1, { decided, steps: [step] })]))).not.toContain(
    'Decided:',
  )
})

test('any digest stays within its limit, and is the same each time', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 240 })
  const cites = fc.constant<string[]>(['e1'])
  const signs = fc
    .subarray(['objection', 'choice', 'change', 'commit'] as const)
    .map((each) => [...each])
  const files = fc.array(fc.record({ path: text, cites }), { maxLength: 9 })
  const anyTurn = fc.record({
    steps: fc.array(fc.record({ turn: fc.nat(), signs, request: text, result: text, cites }), {
      maxLength: 1,
    }),
    filesRead: files,
    filesChanged: files,
    decided: fc.array(fc.record({ text, cites }), { maxLength: 4 }),
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

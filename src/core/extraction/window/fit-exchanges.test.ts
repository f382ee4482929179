import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Action, ActionKind } from '../../model/host-event.ts'
import type { Exchange } from '../../model/window.ts'
import { countTokens } from '../../text/count-tokens.ts'
import { deepSpan } from './build-window.ts'
import { fitExchanges, keepEnds } from './fit-exchanges.ts'

const action = (changes: Partial<Action>): Action => ({
  id: 'e1',
  kind: 'command',
  toolName: 'Bash',
  outcome: 'ok',
  command: 'npm test',
  files: [],
  output: '',
  ...changes,
})
const exchange = (user: string, actions: readonly Action[] = []): Exchange => ({
  turnId: undefined,
  surelyTyped: '',
  user,
  assistant: '',
  actions,
})
const charactersIn = (exchanges: readonly Exchange[]) =>
  exchanges
    .flatMap(({ user, assistant, actions }) => [
      user,
      assistant,
      ...actions.flatMap(({ toolName, command, files, output }) => [
        toolName,
        command ?? '',
        ...files,
        output,
      ]),
    ])
    .join('').length

test('long messages are cut in the middle, and short ones stay whole', () => {
  const exchanges = ['a'.repeat(40), 'b'.repeat(400), 'c'.repeat(400)].map((said) => exchange(said))
  expect(fitExchanges(exchanges, { characters: 840 })).toEqual(exchanges)
  const [short, ...long] = fitExchanges(exchanges, { characters: 540 })
  expect(short).toEqual(exchanges[0])
  expect(long.map(({ user }) => user)).toEqual([
    expect.stringMatching(/^b+\n\[…\]\nb+$/),
    expect.stringMatching(/^c+\n\[…\]\nc+$/),
  ])
})

test('answers are cut before the words of the user', () => {
  const said = 'a'.repeat(600)
  const exchanges = [{ ...exchange(said), assistant: 'b'.repeat(2_000) }]
  const [fitted] = fitExchanges(exchanges, { characters: 1_000 })
  expect(fitted?.user).toBe(said)
  expect(fitted?.assistant).toMatch(/^b+\n\[…\]\nb+$/)
})

test('what was said comes before what was done', () => {
  const run = action({ output: 'x'.repeat(50) })
  const exchanges = [exchange('a'.repeat(40)), exchange('b'.repeat(40), [run])]
  expect(fitExchanges(exchanges, { characters: 85 })).toEqual([
    exchanges[0],
    exchange('b'.repeat(40)),
  ])
})

describe('of what was done', () => {
  const fitted = (actions: readonly Action[], most: number) =>
    fitExchanges([exchange('', actions)], { characters: most })[0]?.actions

  test('that it was done is kept before what it put out', () => {
    const runs = [action({ output: 'x'.repeat(30) }), action({ output: 'y'.repeat(30) })]
    expect(fitted(runs, 60)?.map(({ output }) => output)).toEqual(['', 'y'.repeat(30)])
  })

  test('a failure and the run that passed are kept before all else', () => {
    const failed = action({ id: 'e1', outcome: 'failed' })
    const other = action({ id: 'e2', command: 'git status' })
    const edit = action({ id: 'e3', kind: 'edit', toolName: 'Edit', command: undefined })
    const passed = action({ id: 'e4', command: 'npm  test' })
    const look = action({ id: 'e5', kind: 'read', toolName: 'Read', command: undefined })
    expect(fitted([failed, other, edit, passed, look], 31)).toEqual([failed, edit, passed])
  })

  test('a long command is shortened', () => {
    const [kept] = fitted([action({ command: 'x'.repeat(5_000) })], 8_000) ?? []
    expect(kept?.command?.length).toBeLessThanOrEqual(500)
  })

  test('files read and pages found are not repeated', () => {
    const look = action({ kind: 'read', toolName: 'Read', output: 'contents' })
    const failed = action({ ...look, outcome: 'failed', output: 'no such file' })
    expect(fitted([look, failed], 8_000)?.map(({ output }) => output)).toEqual(['', 'no such file'])
  })
})

test('nothing is longer than asked for, changed in order or made up', () => {
  const anyAction = fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom<ActionKind[]>('read', 'edit', 'command', 'other'),
    toolName: fc.constantFrom('Bash', 'Read'),
    outcome: fc.constantFrom('ok' as const, 'failed' as const),
    command: fc.option(fc.string({ maxLength: 900 }), { nil: undefined }),
    files: fc.array(fc.string({ maxLength: 40 }), { maxLength: 3 }),
    output: fc.string({ maxLength: 600 }),
  })
  const anyExchange = fc.record({
    turnId: fc.uuid(),
    surelyTyped: fc.constant(''),
    user: fc.string({ maxLength: 300 }),
    assistant: fc.string({ maxLength: 200 }),
    actions: fc.array(anyAction, { maxLength: 8 }),
  })
  const cases = [fc.array(anyExchange, { minLength: 1, maxLength: 6 }), fc.nat(4_000)] as const
  fc.assert(
    fc.property(...cases, (exchanges, extra) => {
      const fitted = fitExchanges(exchanges, { characters: 500 + extra })
      expect(charactersIn(fitted)).toBeLessThanOrEqual(500 + extra)
      expect(fitted.map(({ turnId }) => turnId)).toEqual(exchanges.map(({ turnId }) => turnId))
      for (const { turnId, actions } of fitted) {
        const all = exchanges.find((each) => each.turnId === turnId)?.actions ?? []
        const kept = new Set(actions.map(({ id }) => id))
        expect(actions.map(({ id }) => id)).toEqual(
          all.map(({ id }) => id).filter((id) => kept.has(id)),
        )
      }
    }),
  )
})

test('five exchanges fit into the deep window, however long and in any script', () => {
  const { tokens = 0, ...limit } = deepSpan(5)
  const long = (shortest: number) =>
    fc
      .tuple(
        fc.constantFrom('word ', 'parseJson({x: 1}) ', '日本語の文', '🙂', 'größer '),
        fc.nat(3_000),
      )
      .map(([part, more]) => part.repeat(Math.ceil((shortest + more) / part.length)))
  const anyExchange = fc.record({
    turnId: fc.uuid(),
    surelyTyped: fc.constant(''),
    user: long(1_000),
    assistant: long(3_000),
    actions: fc.array(
      long(500).map((output) => action({ output })),
      { maxLength: 5 },
    ),
  })
  fc.assert(
    fc.property(fc.array(anyExchange, { minLength: 5, maxLength: 5 }), (exchanges) => {
      const fitted = fitExchanges(exchanges, { ...limit, tokens })
      expect(fitted.map(({ turnId }) => turnId)).toEqual(exchanges.map(({ turnId }) => turnId))
      const texts = fitted.flatMap(({ user, assistant, actions }) => [
        ...[user, assistant],
        ...actions.flatMap(({ toolName, command = '', output }) => [toolName, command, output]),
      ])
      expect(texts.reduce((sum, text) => sum + countTokens(text), 0)).toBeLessThanOrEqual(tokens)
      for (const [at, { user, assistant }] of fitted.entries()) {
        expectEnds(user, exchanges[at]?.user ?? '')
        expectEnds(assistant, exchanges[at]?.assistant ?? '')
      }
    }),
  )
})

/** How it begins and how it ends are both there. */
function expectEnds(short: string, whole: string): void {
  const [beginning = '', end = ''] = short.split('\n[…]\n')
  expect(beginning).not.toBe('')
  expect(whole.startsWith(beginning) && whole.endsWith(end)).toBe(true)
}

describe('keep ends', () => {
  const text = fc.string({ unit: 'binary', maxLength: 400 })
  const most = fc.integer({ min: 0, max: 200 })

  test('a short text stays as it is', () => {
    expect(keepEnds('as short as this', 20)).toBe('as short as this')
  })

  test('of a long text the beginning and the end stay, in whole words', () => {
    const long = `We begin here${' and go on'.repeat(100)} until the end.`
    const short = keepEnds(long, 200)
    expect(short).toMatch(/^We begin here and go on .*\n\[…\]\n.* until the end\.$/s)
    expect(short).not.toMatch(/\b(an|nd|g|o)\b/)
  })

  test('a text without spaces is cut all the same', () => {
    expect(keepEnds('x'.repeat(500), 105)).toBe(`${'x'.repeat(50)}\n[…]\n${'x'.repeat(50)}`)
  })

  test('no text is longer than asked for or ends with half a character', () => {
    fc.assert(
      fc.property(text, most, (given, limit) => {
        const short = keepEnds(given, limit)
        expect(short.length).toBeLessThanOrEqual(limit)
        expect(short.isWellFormed()).toBe(true)
        expect(keepEnds(short, limit)).toBe(short)
      }),
    )
  })
})

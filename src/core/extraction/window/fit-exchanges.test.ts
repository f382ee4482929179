import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Action, ActionKind } from '../../model/action.ts'
import type { Exchange } from '../../model/window.ts'
import { fitExchanges } from './fit-exchanges.ts'

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

test('whole exchanges are left out, the oldest first', () => {
  const exchanges = ['a', 'b', 'c'].map((letter) => exchange(letter.repeat(40)))
  expect(fitExchanges(exchanges, 120)).toEqual(exchanges)
  expect(fitExchanges(exchanges, 119)).toEqual(exchanges.slice(1))
})

test('what was said comes before what was done', () => {
  const run = action({ output: 'x'.repeat(50) })
  const exchanges = [exchange('a'.repeat(40)), exchange('b'.repeat(40), [run])]
  expect(fitExchanges(exchanges, 85)).toEqual([exchanges[0], exchange('b'.repeat(40))])
})

describe('of what was done', () => {
  const fitted = (actions: readonly Action[], most: number) =>
    fitExchanges([exchange('', actions)], most)[0]?.actions

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
    user: fc.string({ maxLength: 300 }),
    assistant: fc.string({ maxLength: 200 }),
    actions: fc.array(anyAction, { maxLength: 8 }),
  })
  const cases = [fc.array(anyExchange, { minLength: 1, maxLength: 6 }), fc.nat(4_000)] as const
  fc.assert(
    fc.property(...cases, (exchanges, extra) => {
      const fitted = fitExchanges(exchanges, 500 + extra)
      expect(charactersIn(fitted)).toBeLessThanOrEqual(500 + extra)
      expect(fitted.map(({ turnId }) => turnId)).toEqual(
        exchanges.slice(-fitted.length).map(({ turnId }) => turnId),
      )
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

import { expect, test } from 'vitest'
import type { Given, GivenLine } from '../real-sessions/results.ts'
import { item, replay, session, turn } from '../real-sessions/sample-sessions.ts'
import { measureNeeds } from './measure-needs.ts'
import { judgeNeeds, type Need } from './needs.ts'

const sessions = [
  session('first', { items: [item({ n: 1, must: [/8080/] }), item({ n: 2, must: [/tabs/i] })] }),
  session('second', { turns: [turn('One'), turn('Two'), turn('Three')] }),
]
const stored = new Map([
  ['first#1', 'port'],
  ['first#2', 'style'],
])

const need = (n: number, given: Partial<Need> = {}): Need => ({
  ...{ id: `need-${n}`, source: 'acme/shop', item: { session: 'first', n }, also: [] },
  ...{ session: 'second', turn: 2, how: 'prompt', strength: 'medium', why: '', ...given },
})

const given = (atTurn: number, ...lines: GivenLine[]): Given => ({
  ...{ session: 'second', turn: atTurn, hook: 'UserPromptSubmit', action: undefined },
  ...{ text: '', tokens: 9, lines },
})

const line = (memoryId: string | undefined, text = '', moment = 'prompt', row = 0) => {
  return { moment, memoryId, row, text }
}

const metAt = (needs: Need[], ...lines: Given[]) =>
  judgeNeeds(needs, replay(sessions, { given: lines, stored })).map((each) => each.metAt?.turn)

test('a need is met by the memory stored for its item, at or before its turn', () => {
  expect(metAt([need(1), need(2)], given(2, line('port')), given(3, line('style')))).toEqual([
    2,
    undefined,
  ])
})

test('an item that would serve as well meets a need', () => {
  const served = need(1, { also: [{ session: 'first', n: 2 }] })
  expect(metAt([served], given(1, line('style')))).toEqual([1])
})

test('another stored item that mentions the same words meets no need', () => {
  expect(metAt([need(1)], given(1, line('style', 'Port 8080')))).toEqual([undefined])
})

test('what the product learned itself meets a need by its text', () => {
  expect(metAt([need(1)], given(1, line('heard', 'Port 8080')))).toEqual([1])
})

test('without stored labels a line meets a need by its text', () => {
  const told = replay(sessions, { given: [given(1, line('read', 'It listens on 8080'))] })
  expect(judgeNeeds([need(1), need(2)], told).map((each) => each.metAt?.turn)).toEqual([
    1,
    undefined,
  ])
})

test('a line is useful if it serves any need of its session', () => {
  const told = replay(sessions, {
    given: [given(3, line('port'), line('style', '', 'prompt', 1))],
    stored,
  })
  const figures = measureNeeds([told], judgeNeeds([need(1)], told))
  const values = Object.fromEntries(figures.map(({ name, value }) => [name, value]))
  expect(values).toMatchObject({ 'needs.met': 0, 'prompt.lines': 2, 'prompt.useful': 0.5 })
})

test('a rule given before a tool counts at that moment', () => {
  const told = replay(sessions, { given: [given(1, line('port', '', 'tool'))], stored })
  const figures = measureNeeds([told], judgeNeeds([need(1)], told))
  const values = Object.fromEntries(figures.map(({ name, value }) => [name, value]))
  expect(values).toMatchObject({ 'needs.met.at.tool': 1, 'tool.lines': 1, 'tool.useful': 1 })
})

test('sources without needs have no figure to miss', () => {
  const told = replay(sessions)
  const elsewhere = judgeNeeds([need(1, { source: 'acme/other' })], told)
  expect(measureNeeds([told], elsewhere)[1]).toMatchObject({ name: 'needs.met', value: undefined })
})

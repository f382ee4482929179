import { expect, test } from 'vitest'
import { type ContextEntry, type Turn, timelineEntries } from './timeline-entries.ts'

const at = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`

const turn = (number: number, from: number, to?: number): Turn => ({
  id: `t${number}`,
  number,
  origin: 'user',
  outcome: 'ok',
  startedAt: at(from),
  ...(to !== undefined && { endedAt: at(to) }),
  toolEvents: [],
})

const given = (event: ContextEntry['event'], minute: number): ContextEntry => ({
  at: at(minute),
  event,
  tokens: 10,
  lines: [],
})

function entries(timeline: Turn[], context: ContextEntry[]): string[] {
  return timelineEntries({ timeline, context }).map((entry) =>
    entry.kind === 'given'
      ? entry.given.event
      : [entry.turn.id, ...entry.given.map(({ event }) => event)].join(' '),
  )
}

test('what was given at the start comes before the first turn', () => {
  expect(entries([turn(1, 1, 2)], [given('session-start', 0)])).toEqual(['session-start', 't1'])
})

test('what was given with a prompt or to a subagent is in its turn', () => {
  const context = [given('prompt', 1), given('subagent-start', 4)]
  expect(entries([turn(1, 1, 2), turn(2, 3)], context)).toEqual(['t1 prompt', 't2 subagent-start'])
})

test('a session that is resumed is given something between two turns', () => {
  const turns = [turn(1, 1, 2), turn(2, 8, 9)]
  expect(entries(turns, [given('session-start', 7)])).toEqual(['t1', 'session-start', 't2'])
})

test('a session may be given something before anything was asked', () => {
  expect(entries([], [given('session-start', 0)])).toEqual(['session-start'])
})

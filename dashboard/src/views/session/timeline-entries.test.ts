import { expect, test } from 'vitest'
import { type Handed, type Turn, timelineEntries } from './timeline-entries.ts'

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

const handed = (event: Handed['event'], minute: number): Handed => ({
  at: at(minute),
  event,
  tokens: 10,
  lines: [],
})

function told(timeline: Turn[], context: Handed[]): string[] {
  return timelineEntries({ timeline, context }).map((entry) =>
    entry.kind === 'handed'
      ? entry.handed.event
      : [entry.turn.id, ...entry.handed.map(({ event }) => event)].join(' '),
  )
}

test('what was handed at the start comes before the first turn', () => {
  expect(told([turn(1, 1, 2)], [handed('session-start', 0)])).toEqual(['session-start', 't1'])
})

test('what was handed with a prompt or to a subagent is in its turn', () => {
  const context = [handed('prompt', 1), handed('subagent-start', 4)]
  expect(told([turn(1, 1, 2), turn(2, 3)], context)).toEqual(['t1 prompt', 't2 subagent-start'])
})

test('a session that is resumed is handed something between two turns', () => {
  const turns = [turn(1, 1, 2), turn(2, 8, 9)]
  expect(told(turns, [handed('session-start', 7)])).toEqual(['t1', 'session-start', 't2'])
})

test('a session may be handed something before anything was asked', () => {
  expect(told([], [handed('session-start', 0)])).toEqual(['session-start'])
})

import { describe, expect, test } from 'vitest'
import { isGoodMoment, mayAsk } from './ask-limits.ts'

/** Asks at these prompts; answered unless marked `-`. */
const asksAt = (...marks: string[]) =>
  marks.map((mark) => ({
    prompt: Number(mark.replace('-', '')),
    answeredAt: mark.endsWith('-') ? undefined : '2026-01-02T00:00:00.000Z',
  }))

/** How often a session of 40 prompts is asked, if every prompt were a moment and every ask answered. */
function asksIn(mode: 'moments' | 'eager'): number {
  const asked: string[] = []
  for (let prompt = 1; prompt <= 40; prompt += 1) {
    if (mayAsk({ asks: asksAt(...asked), prompt, mode })) asked.push(`${prompt}`)
  }
  return asked.length
}

test('asks four times in a session, and not more than once in three of its prompts', () => {
  expect(asksIn('moments')).toBe(14)
  expect(mayAsk({ asks: asksAt('1', '2', '3', '4'), prompt: 12, mode: 'moments' })).toBe(false)
  expect(mayAsk({ asks: asksAt('1', '2', '3', '4'), prompt: 13, mode: 'moments' })).toBe(true)
})

test('asks more often when eager, up to once in two prompts', () => {
  expect(asksIn('eager')).toBe(20)
})

test('leaves out a prompt after an ask that was not answered', () => {
  expect(mayAsk({ asks: asksAt('1-'), prompt: 2, mode: 'moments' })).toBe(false)
  expect(mayAsk({ asks: asksAt('1-'), prompt: 3, mode: 'moments' })).toBe(true)
  expect(mayAsk({ asks: asksAt('1'), prompt: 2, mode: 'moments' })).toBe(true)
})

test('does not ask twice at one prompt', () => {
  expect(mayAsk({ asks: asksAt('1'), prompt: 1, mode: 'eager' })).toBe(false)
})

test.each(['moments', 'eager'] as const)(
  'stops after three asks without an answer (%s)',
  (mode) => {
    expect(mayAsk({ asks: asksAt('1-', '4-'), prompt: 20, mode })).toBe(true)
    expect(mayAsk({ asks: asksAt('1-', '4-', '7-'), prompt: 20, mode })).toBe(false)
    expect(mayAsk({ asks: asksAt('1-', '4', '7-'), prompt: 20, mode })).toBe(true)
  },
)

describe('a moment', () => {
  const isGood = (odds: number, prompt: number, ...asks: string[]) =>
    isGoodMoment('prompt', odds, { asks: asksAt(...asks), prompt, mode: 'moments' })

  test('needs less the longer nobody was asked', () => {
    expect(isGood(0.2, 1)).toBe(false)
    expect(isGood(0.2, 5)).toBe(true)
    expect(isGood(0.2, 5, '4')).toBe(false)
  })

  test('that is poor is none, however long', () => {
    expect(isGood(-1, 200)).toBe(false)
  })

  test('needs less when work has settled', () => {
    expect(isGoodMoment('prompt', 0.5, { asks: [], prompt: 1, mode: 'moments' })).toBe(false)
    expect(isGoodMoment('settled', 0.5, { asks: [], prompt: 1, mode: 'moments' })).toBe(true)
  })
})

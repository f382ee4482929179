import { expect, test } from 'vitest'
import { type AskSituation, isDue } from './ask-limits.ts'

/** Asks at these prompts; answered unless marked `-`. */
const asksAt = (...marks: string[]) =>
  marks.map((mark) => ({
    prompt: Number(mark.replace('-', '')),
    answeredAt: mark.endsWith('-') ? undefined : '2026-01-02T00:00:00.000Z',
  }))

/** How often a session of 30 prompts is asked. */
function asksIn(moment: 'outcome' | 'any', settings: Partial<AskSituation> = {}): number {
  const asked: string[] = []
  for (let prompt = 1; prompt <= 30; prompt += 1) {
    const situation = { asks: asksAt(...asked), prompt, mode: 'moments', hasReader: false } as const
    if (isDue({ ...situation, ...settings }, moment)) asked.push(`${prompt}`)
  }
  return asked.length
}

test('asks after three prompts where an outcome is known, otherwise after five', () => {
  expect([asksIn('outcome'), asksIn('any')]).toEqual([10, 6])
})

test('asks more often when eager, and half as often with a reader', () => {
  expect([asksIn('outcome', { mode: 'eager' }), asksIn('any', { mode: 'eager' })]).toEqual([15, 10])
  expect([asksIn('outcome', { hasReader: true }), asksIn('any', { hasReader: true })]).toEqual([
    5, 3,
  ])
})

test('skips are free until six in a row end the asks', () => {
  const isAsked = (...marks: string[]) =>
    isDue({ asks: asksAt(...marks), prompt: 40, mode: 'moments', hasReader: false }, 'outcome')
  expect(isAsked('3-', '6-', '9-', '12-', '15-')).toBe(true)
  expect(isAsked('3-', '6-', '9-', '12-', '15-', '18-')).toBe(false)
  expect(isAsked('3-', '6-', '9', '12-', '15-', '18-')).toBe(true)
})

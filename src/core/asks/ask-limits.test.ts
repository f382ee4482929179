import { expect, test } from 'vitest'
import type { RecordedAsk } from '../ports/ask-store.ts'
import { mayAsk } from './ask-limits.ts'

/** Asks at these prompts; answered unless marked `-`. */
const asksAt = (...marks: string[]): RecordedAsk[] =>
  marks.map((mark, index) => ({
    id: `${index}`,
    session: { host: 'claude-code', hostSessionId: 's1' },
    prompt: Number(mark.replace('-', '')),
    moment: 'prompt',
    subject: `${index}`,
    at: `2026-01-01T00:00:0${index}.000Z`,
    answeredAt: mark.endsWith('-') ? undefined : '2026-01-02T00:00:00.000Z',
  }))

/** The prompts at which a session of 40 prompts is asked, if every prompt were a moment. */
function promptsAsked(mode: 'moments' | 'eager'): number[] {
  const asked: string[] = []
  for (let prompt = 1; prompt <= 40; prompt += 1) {
    if (mayAsk(asksAt(...asked), prompt, mode)) asked.push(`${prompt}`)
  }
  return asked.map(Number)
}

test('asks at most four times in a session, and once in three prompts', () => {
  expect(promptsAsked('moments')).toEqual([1, 4, 7, 10])
})

test('asks more often when eager, at most twelve times and once in two prompts', () => {
  const asked = promptsAsked('eager')
  expect(asked).toHaveLength(12)
  expect(asked.slice(0, 3)).toEqual([1, 3, 5])
})

test.each(['moments', 'eager'] as const)(
  'stops after three asks without an answer (%s)',
  (mode) => {
    expect(mayAsk(asksAt('1-', '4-'), 20, mode)).toBe(true)
    expect(mayAsk(asksAt('1-', '4-', '7-'), 20, mode)).toBe(false)
    expect(mayAsk(asksAt('1-', '4', '7-'), 20, mode)).toBe(true)
  },
)

import { describe, expect, test } from 'vitest'
import { findingsIn, questionIn, requestIn, resultIn } from './statements.ts'

describe('what was asked', () => {
  test('is described by its first sentences, without pasted code', () => {
    const prompt =
      'The total is off by a cent.\n```ts\nconst total = n * 1.19\n```\nFind out why. Then fix it.'
    expect(requestIn(prompt)).toBe('The total is off by a cent. Find out why.')
  })

  test('is described by objections and choices first', () => {
    const prompt =
      'I looked at the page. The colours are nice. The footer is fine too. The header should stay dark.'
    expect(requestIn(prompt)).toBe('I looked at the page. The header should stay dark.')
  })

  test('is described by the pasted text if there is nothing else', () => {
    expect(requestIn('```\nTypeError: x is undefined\n```')).toBe('TypeError: x is undefined')
    expect(requestIn(' \n ')).toBeUndefined()
  })

  test('is short, however long the prompt', () => {
    expect(requestIn('word '.repeat(50_000))?.length).toBeLessThanOrEqual(240)
  })
})

describe('what came of it', () => {
  test('is how the answer begins, without intentions, labels and questions', () => {
    const answer =
      'Let me check the tests. Done. Totals are rounded once.\n\nChanges made:\n- `price.ts` rounds\n- `cart.ts` does not\n\nShall I commit?'
    expect(resultIn(answer)).toBe('Totals are rounded once. `price.ts` rounds; `cart.ts` does not')
  })

  test('is not what the agent says to be polite or is about to do', () => {
    const answer =
      "You're absolutely right! Now let's rebuild and test. The bot uses `search_web` for every search. Let me know if you need more."
    expect(resultIn(answer)).toBe('The bot uses `search_web` for every search.')
    expect(resultIn('Done.')).toBe('Done.')
  })

  test('joins a list that has a list in it', () => {
    expect(
      resultIn(
        '- The defaults for hosted workers are at one place in `src/lib/api.ts`:\n  - `workerUrl` is hosted\n- Docs say so',
      ),
    ).toBe(
      'The defaults for hosted workers are at one place in `src/lib/api.ts`: `workerUrl` is hosted; Docs say so',
    )
  })

  test('does not end with an unfinished lead-in', () => {
    expect(resultIn('The message of the start now reads like this:\n```\nHello\n```')).toBe(
      'The message of the start now reads like this …',
    )
  })

  test('ends with a full stop where the rest of a sentence is left out', () => {
    expect(resultIn('Both use `multiply()` from src/money.ts now; committed.')).toBe(
      'Both use `multiply()` from src/money.ts now.',
    )
  })
})

test('findings are sentences with a cause or a decision, not questions or plans', () => {
  const answer =
    'All tests pass. The total was off because prices were multiplied as floats. I decided to round once, at the end. ' +
    'Is it because of the locale? Let me look at that because it matters.'
  expect(findingsIn(answer)).toEqual([
    'The total was off because prices were multiplied as floats.',
    'I decided to round once, at the end.',
  ])
})

test.each([
  'The total might be off because prices are floats in this version.',
  'The failure is probably due to the locale of the machine it runs on.',
  'This is because prices were multiplied as floats all over the code.',
  'We could round once because rounding each line loses money.',
  'If the cache is warm the test passes because nothing is loaded.',
  'I recommend rounding once because rounding each line loses money.',
])('%j is no finding', (sentence) => {
  expect(findingsIn(sentence)).toEqual([])
})

test('a question at the end waits for an answer, as does an offer before its details', () => {
  expect(questionIn('Both would do. Which one do you want?')).toBe('Which one do you want?')
  expect(questionIn('Want me to refactor it? The changes would be:\n1. Rename A\n2. Add B')).toBe(
    'Want me to refactor it?',
  )
  expect(questionIn('Why was it slow? The index was missing.')).toBeUndefined()
  expect(questionIn('All is done. Is there anything else you would like?')).toBeUndefined()
})

import { describe, expect, test } from 'vitest'
import { findingsIn, questionIn, requestIn, resultIn, rulesIn, unfinishedIn } from './statements.ts'

describe('what was asked', () => {
  test('is told by its first sentences, without pasted code', () => {
    const prompt =
      'The total is off by a cent.\n```ts\nconst total = n * 1.19\n```\nFind out why. Then fix it.'
    expect(requestIn(prompt)).toBe('The total is off by a cent. Find out why.')
  })

  test('is told by what was pasted when there is nothing else', () => {
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
    expect(resultIn(answer)).toBe(
      'Done. Totals are rounded once. `price.ts` rounds; `cart.ts` does not',
    )
  })

  test('does not end in the middle of what it leads in', () => {
    expect(resultIn('The message of the start now reads like this:\n```\nHello\n```')).toBe(
      'The message of the start now reads like this …',
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

test('rules are what the person laid down', () => {
  expect(
    rulesIn('Good. Always run npm test before you commit here. Should we never squash?'),
  ).toEqual(['Always run npm test before you commit here.'])
})

describe('what is left', () => {
  test('is told by its words', () => {
    expect(
      unfinishedIn(
        'The parser works. The docs still need an example. I couldn’t run the e2e tests.'.replace(
          '’',
          "'",
        ),
      ),
    ).toEqual(['The docs still need an example.', "I couldn't run the e2e tests."])
  })

  test.each(['## Next steps', '**Next steps:**', 'Next steps:'])(
    'is each point under %s',
    (heading) => {
      const answer = `Done.\n\n${heading}\n\n- Add a test\n- Update the docs\n\nThe build is green.`
      expect(unfinishedIn(answer)).toEqual(['Add a test', 'Update the docs'])
    },
  )

  test('is nothing when the work is done', () => {
    expect(unfinishedIn('Done. It tells people what to do after. All is tested.')).toEqual([])
  })
})

test('a question at the end waits for an answer, as does an offer before its details', () => {
  expect(questionIn('Both would do. Which one do you want?')).toBe('Which one do you want?')
  expect(questionIn('Want me to refactor it? The changes would be:\n1. Rename A\n2. Add B')).toBe(
    'Want me to refactor it?',
  )
  expect(questionIn('Why was it slow? The index was missing.')).toBeUndefined()
})

import { expect, test } from 'vitest'
import { findQuote } from './find-quote.ts'

const prompt =
  'Looks good so far. One thing: invoice totals must be rounded once, at the end. Can you also rename the exporter?'

test('the sentence that says it is quoted word for word, with what surrounds it', () => {
  expect(findQuote(prompt, 'Invoice totals are rounded once, at the end.')).toMatchObject({
    before: 'Looks good so far. ',
    quote: 'One thing: invoice totals must be rounded once, at the end.',
    after: ' Can you also rename the exporter?',
  })
})

test('sentences beside it that say the rest belong to it', () => {
  const answer =
    'Done.\n\nThe ledger keeps amounts in cents.\nThe parser rejects fractions with E_FRACTION.\n\nNext I look at taxes.'
  expect(findQuote(answer, 'The ledger keeps cents; its parser rejects fractions.')?.quote).toBe(
    'The ledger keeps amounts in cents.\nThe parser rejects fractions with E_FRACTION.',
  )
})

test('a text about something else has none', () => {
  expect(findQuote('Please update the readme.', 'Invoice totals are rounded once.')).toBeUndefined()
  expect(findQuote('', 'Invoice totals are rounded once.')).toBeUndefined()
})

test('prose is quoted before the code that shows it', () => {
  const answer = '```ts\nrenameExporter(exporter)\n```\n\nI renamed the exporter to ledger.'
  expect(findQuote(answer, 'The exporter is now called ledger')?.quote).toBe(
    'I renamed the exporter to ledger.',
  )
})

test('what surrounds it is cut at words', () => {
  const found = findQuote(`${'lorem ipsum '.repeat(60)}\n${prompt}`, 'Rename the exporter')
  expect(found?.quote).toBe('Can you also rename the exporter?')
  expect(found?.before).toMatch(/^…(?:ipsum|lorem|Looks) /)
})

import { expect, test } from 'vitest'
import { aroundQuote } from './said.tsx'

test('the lines around the quoted one are blocks of their own', () => {
  expect(
    aroundQuote({
      before: '## Options\n\nAsk once. ',
      quote: 'A prompt makes some users say **no**',
      after: ', so tell them.\n\n- Next',
    }),
  ).toEqual({
    above: '## Options',
    start: 'Ask once. ',
    quote: 'A prompt makes some users say **no**',
    end: ', so tell them.',
    below: '- Next',
  })
})

test.each([
  ['## Use pnpm', 'Use pnpm'],
  ['- Use pnpm\n- Never npm', '• Use pnpm\n• Never npm'],
  ['> Use pnpm', 'Use pnpm'],
  ['a - b', 'a - b'],
])('a quote of %j is shown as %j', (quote, shown) => {
  expect(aroundQuote({ before: 'So:\n', quote, after: '' })?.quote).toBe(shown)
})

test.each([
  { before: 'So:\n```sh\n', quote: 'npm ci', after: '\n```' },
  { before: 'So:\n', quote: '```sh\nnpm ci\n```', after: '' },
])('code stays as it is', (said) => {
  expect(aroundQuote(said)).toBeUndefined()
})

test('after a block of code it is Markdown again', () => {
  const before = 'So:\n```sh\nnpm ci\n```\n'
  expect(aroundQuote({ before, quote: 'Then build.', after: '' })?.quote).toBe('Then build.')
})

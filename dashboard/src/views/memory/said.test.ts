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
    isOf: 'line',
    start: 'Ask once. ',
    quote: 'A prompt makes some users say **no**',
    end: ', so tell them.',
    below: '- Next',
  })
})

test.each([
  ['## Use pnpm', 'Use pnpm'],
  ['- Use pnpm', '• Use pnpm'],
  ['> Use pnpm', 'Use pnpm'],
  ['a - b', 'a - b'],
])('a quote of %j is shown as %j', (quote, shown) => {
  expect(aroundQuote({ before: 'So:\n', quote, after: '' })?.quote).toBe(shown)
})

test('a quote in a block of code is marked there', () => {
  const said = {
    before: 'So:\n```sh\ncd app\nnpm ',
    quote: 'ci',
    after: ' --quiet\n```\n**Then** build',
  }
  expect(aroundQuote(said)).toEqual({
    above: 'So:',
    isOf: 'code',
    start: 'cd app\nnpm ',
    quote: 'ci',
    end: ' --quiet',
    below: '**Then** build',
  })
})

test.each([
  {
    before: 'So:\n',
    quote: '- Use pnpm\n- Never npm',
    after: ' here\n\nYes',
    whole: '- Use pnpm\n- Never npm here',
  },
  { before: 'So:\n', quote: '```sh\nnpm ci\n```', after: '\n\nYes', whole: '```sh\nnpm ci\n```' },
  {
    before: 'So:\n',
    quote: 'Run:\n```sh\nnpm',
    after: ' ci\n```\nYes',
    whole: 'Run:\n```sh\nnpm ci\n```\n',
  },
  {
    before: 'So:\n```sh\nnpm ',
    quote: 'ci\n```\nThen',
    after: ' build\n\nYes',
    whole: '```sh\nnpm ci\n```\nThen build',
  },
])('a quote of several lines takes them whole: $quote', ({ whole, ...said }) => {
  expect(aroundQuote(said)).toMatchObject({
    above: 'So:',
    isOf: 'lines',
    quote: whole,
    below: 'Yes',
  })
})

test('after a block of code it is Markdown again', () => {
  const before = 'So:\n```sh\nnpm ci\n```\n'
  expect(aroundQuote({ before, quote: 'Then build.', after: '' })?.quote).toBe('Then build.')
})

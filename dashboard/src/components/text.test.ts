import { expect, test } from 'vitest'
import { textParts } from './text.tsx'

const parsed = (text: string) => textParts(text).map(({ kind, text: part }) => [kind, part])

test.each([
  ['plain words', [['words', 'plain words']]],
  [
    'run `npm test` first',
    [
      ['words', 'run '],
      ['code', 'npm test'],
      ['words', ' first'],
    ],
  ],
  [
    '**Never** npm, only in `src/**` or **/test/**',
    [
      ['bold', 'Never'],
      ['words', ' npm, only in '],
      ['code', 'src/**'],
      ['words', ' or **/test/**'],
    ],
  ],
  [
    'So:\n```ts\nconst a = `b`\n\nrun()\n```\n\nThen stop.',
    [
      ['words', 'So:'],
      ['block', 'const a = `b`\n\nrun()'],
      ['words', 'Then stop.'],
    ],
  ],
  [
    '```\none\n```\n```\ntwo\n```',
    [
      ['block', 'one'],
      ['block', 'two'],
    ],
  ],
  ['  ```sh\n  ls\n  ```', [['block', '  ls']]],
  [
    'It was cut:\n```\nfirst\nsecond …',
    [
      ['words', 'It was cut:'],
      ['block', 'first\nsecond …'],
    ],
  ],
  ['``` is a fence', [['words', '``` is a fence']]],
  ['```\n```', [['block', '']]],
  ['', []],
])('%j falls into its parts', (text, parts) => {
  expect(parsed(text)).toEqual(parts)
})

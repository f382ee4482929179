import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffWords, haveMuchInCommon } from './diff.ts'

const told = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) =>
      kind === 'same' ? text : kind === 'added' ? `+${text}+` : `-${text}-`,
    )
    .join('')

test('words that changed are told, the others stay', () => {
  expect(told('Use npm test here.', 'Use pnpm test there.')).toBe(
    'Use -npm-+pnpm+ test -here-+there+.',
  )
})

test('what was added or taken away is told as a whole', () => {
  expect(told('one', 'one two three')).toBe('one+ two three+')
  expect(told('one two three', 'three')).toBe('-one two -three')
  expect(told('', 'new')).toBe('+new+')
})

test('words that changed side by side are told as one phrase', () => {
  expect(told('It should be read here.', 'It is written here.')).toBe(
    'It -should be read-+is written+ here.',
  )
})

test('texts of which half or more is the same have much in common', () => {
  expect(haveMuchInCommon('Use npm test here.', 'Use pnpm test here.')).toBe(true)
  expect(haveMuchInCommon('Use npm test here.', 'Deploy on Mondays, with support.')).toBe(false)
})

test('both texts can be read back from it, whatever they are', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      (before, after) => {
        const parts = diffWords(before, after)
        const read = (skipped: string) =>
          parts.flatMap(({ kind, text }) => (kind === skipped ? [] : [text])).join('')
        expect(read('added')).toBe(before)
        expect(read('removed')).toBe(after)
      },
    ),
  )
})

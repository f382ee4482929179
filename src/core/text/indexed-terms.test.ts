import { expect, test } from 'vitest'
import { decodeTerms, indexTerms, occurrences } from './indexed-terms.ts'

test('a column keeps its length, its terms and how often each occurs, without stop words', () => {
  const { encoded, columns } = indexTerms({
    body: 'the hook and the hooks block',
    files: ['a/b.ts'],
  })
  const { columns: lines } = decodeTerms(encoded)
  expect(lines.map(({ length }) => length)).toEqual([0, 0, 6, 0, 5])
  expect(lines[2]?.line).toBe('6 hook\t2 block ')
  expect(columns.files).toBe('a/b.ts b.ts a b ts')
})

test('occurrences are those of the whole term', () => {
  const line = '9 hook\t12 hooked lib/hook 2 '
  expect(occurrences(line, 'hook')).toBe(12)
  expect(occurrences(line, 'hooked')).toBe(1)
  expect(occurrences(line, 'lib')).toBe(0)
  expect(occurrences(line, '2')).toBe(1)
  expect(occurrences(line, '12')).toBe(0)
  expect(occurrences('', 'hook')).toBe(0)
})

test.each([
  [{ body: 'why?' }, true],
  [{ body: 'why?', answer: '' }, true],
  [{ body: 'why?', answer: 'because' }, false],
  [{ body: 'because' }, false],
])('%j only asks: %s', (fields, asks) => {
  expect(decodeTerms(indexTerms(fields).encoded).asks).toBe(asks)
})

test('knows whether a text mentions a time', () => {
  const tells = (body: string) => decodeTerms(indexTerms({ body }).encoded).tellsTime
  expect(tells('we moved two weeks ago')).toBe(true)
  expect(tells('we moved the file')).toBe(false)
})

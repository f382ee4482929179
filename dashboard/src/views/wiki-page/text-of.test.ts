import { expect, test } from 'vitest'
import { textOf } from './text-of.ts'

const typesOf = (text: string) => textOf({ title: 'Cart', text }).map(({ type }) => type)

test('a page is shown without its title and the links to it', () => {
  expect(typesOf('# Cart\n\nWords\n\n## Linked from\n\n- [[index|Index]]\n')).toEqual(['paragraph'])
  expect(typesOf('# Cart\n\nWords\n\n## Linked from\n')).toEqual(['paragraph'])
  const notes = '## Linked from\n\n- [[index]]\n\n## Notes\n\nMine'
  expect(typesOf(notes)).toEqual(['heading', 'paragraph'])
})

test.each([
  '## Linked from\n\n- [[index|Index]]\n\nMy own words\n',
  '## Linked from\n\n- [[index|Index]] is where to begin\n',
  '## Linked from\n\n- Mine ^3f9a0c12de\n',
])('what a person wrote among the links stays: %#', (text) => {
  expect(typesOf(text).length).toBeGreaterThan(1)
})

test('another title than that of the page stays', () => {
  expect(typesOf('# Basket\n')).toEqual(['heading'])
})

test('an introduction is shown without the anchor that ends it', () => {
  const text = '# Cart\n\nCents [[#^3f9a0c12de|1]]. *(introduction by small)* ^intro-1k2j3\n'
  expect(textOf({ title: 'Cart', text })).toEqual([
    { type: 'paragraph', text: 'Cents [[#^3f9a0c12de|1]]. *(introduction by small)*' },
  ])
})

import { expect, test } from 'vitest'
import { slug } from './slug.ts'

test.each([
  ['a name that Windows reserves', 'AUX', 'aux-memory'],
  ['a name without letters', '…', 'memory'],
  ['a script with marks above and below its letters', 'हिन्दी में', 'हिन्दी-में'],
  ['a long name', 'one two three four five', 'one-two-three'],
  ['a long word', 'incomprehensibilities', 'incomprehensib'],
])('%s becomes a name of a file', (_, name, expected) => {
  expect(slug(name, 14, 'memory')).toBe(expected)
})

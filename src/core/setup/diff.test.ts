import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffText } from './diff.ts'

test('equal texts have no diff', () => {
  expect(diffText('a\n', 'a\n')).toBe('')
  expect(diffText(undefined, undefined)).toBe('')
})

test('a change is shown with three lines around it', () => {
  const before = lines('1 2 3 4 5 6 7 8 9')
  const after = lines('1 2 3 4 five 6 7 8 9')
  expect(diffText(before, after, 'settings.json')).toBe(
    [
      '--- settings.json',
      '+++ settings.json',
      '@@ -2,7 +2,7 @@',
      ' 2',
      ' 3',
      ' 4',
      '-5',
      '+five',
      ' 6',
      ' 7',
      ' 8',
      '',
    ].join('\n'),
  )
})

test('changes far apart are shown apart, near ones together', () => {
  const before = lines('1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20')
  const far = before.replace('2\n', 'two\n').replace('18\n', 'eighteen\n')
  const near = before.replace('2\n', 'two\n').replace('8\n', 'eight\n')
  expect(diffText(before, far).match(/^@@/gm)).toHaveLength(2)
  expect(diffText(before, near).match(/^@@/gm)).toHaveLength(1)
})

test('a new file and a deleted one have their own headers', () => {
  expect(diffText(undefined, '{}\n', 'f')).toBe('--- /dev/null\n+++ f\n@@ -0,0 +1,1 @@\n+{}\n')
  expect(diffText('{}\n', undefined, 'f')).toBe('--- f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-{}\n')
})

test('a missing final line break is shown', () => {
  expect(diffText('a', 'a\n', 'f')).toBe(
    '--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n',
  )
})

test('the diff contains both texts', () => {
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n'), { maxLength: 40 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(patched(before, diffText(before, after))).toBe(after)
    }),
    { numRuns: 500 },
  )
})

/** Applies a unified diff by its line numbers, checking every line it claims. */
function patched(before: string, diff: string): string {
  const old = before.match(/.*\n/g) ?? []
  const result: string[] = []
  let reached = 0
  for (const line of diff.match(/.*\n/g)?.slice(2) ?? []) {
    const [, start, length] = /^@@ -(\d+),(\d+)/.exec(line) ?? []
    if (start !== undefined) {
      const first = length === '0' ? Number(start) : Number(start) - 1
      result.push(...old.slice(reached, first))
      reached = first
      continue
    }
    if (line.startsWith('+')) result.push(line.slice(1))
    else expect(old[reached++]).toBe(line.slice(1))
    if (line.startsWith(' ')) result.push(line.slice(1))
  }
  return [...result, ...old.slice(reached)].join('')
}

function lines(words: string): string {
  return words.replaceAll(' ', '\n').concat('\n')
}

import fc from 'fast-check'
import { parse, parseTree } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { appendChild, removeChild, replaceValue, styleOf } from './json-edits.ts'

describe('appending a member', () => {
  test.each([
    ['to an empty object', '{}', '{\n  "x": {\n    "y": 1\n  }\n}'],
    ['to one with white space', '{ \n }\n', '{\n  "x": {\n    "y": 1\n  } \n }\n'],
    ['after the last line', '{\n  "a": 1\n}', '{\n  "a": 1,\n  "x": {\n    "y": 1\n  }\n}'],
    ['with tabs', '{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"x": {\n\t\t"y": 1\n\t}\n}'],
    [
      'with Windows line breaks',
      '{\r\n    "a": 1\r\n}\r\n',
      '{\r\n    "a": 1,\r\n    "x": {\r\n        "y": 1\r\n    }\r\n}\r\n',
    ],
    ['keeping a trailing comma', '{\n  "a": 1,\n}', '{\n  "a": 1,\n  "x": {\n    "y": 1\n  },\n}'],
    [
      'leaving a comment with its line',
      '{\n  "a": 1 // why\n}',
      '{\n  "a": 1, // why\n  "x": {\n    "y": 1\n  }\n}',
    ],
    [
      'after a comment at the end',
      '{\n  "a": 1\n  // "b": 2\n}',
      '{\n  "a": 1,\n  // "b": 2\n  "x": {\n    "y": 1\n  }\n}',
    ],
    ['on the one line there is', '{ "a": 1 }', '{ "a": 1, "x": {"y": 1} }'],
    ['as tightly as the rest', '{"a":[1,2]}\n', '{"a":[1,2],"x":{"y":1}}\n'],
    [
      'to an object that holds only a comment',
      '{ // nothing\n}',
      '{ // nothing\n  "x": {\n    "y": 1\n  }\n}',
    ],
  ])('%s', (_, text, expected) => {
    expect(append(text)).toBe(expected)
  })
})

describe('removing a member', () => {
  test.each([
    ['the only one', '{\n  "x": 1\n}', '{}'],
    ['the only one beside a comment', '{\n  // keep\n  "x": 1\n}', '{\n  // keep\n}'],
    ['the only one with its trailing comma', '{\n  "x": 1,\n}', '{}'],
    ['the first', '{\n  "x": 1,\n  "b": 2\n}', '{\n  "b": 2\n}'],
    ['the last', '{\n  "a": 1,\n  "x": 1\n}', '{\n  "a": 1\n}'],
    [
      'the last, its comma being before a comment',
      '{\n  "a": 1, // c\n  "x": 1\n}',
      '{\n  "a": 1 // c\n}',
    ],
    ['the last with a trailing comma', '{\n  "a": 1,\n  "x": 1,\n}', '{\n  "a": 1,\n}'],
    ['one in the middle', '{\n  "a": 1,\n  "x": 1,\n  "b": 2\n}', '{\n  "a": 1,\n  "b": 2\n}'],
    ['the first of a line', '{"x": 1, "b": 2}', '{"b": 2}'],
    ['the last of a line', '{"a": 1, "x": 1}', '{"a": 1}'],
    ['one between others on a line', '{"a":1,"x":1,"b":2}', '{"a":1,"b":2}'],
    [
      'one before a comment of its own',
      '{\n  "a": 1,\n  "x": 1 // mine\n}',
      '{\n  "a": 1 // mine\n}',
    ],
    ['one that closes the line after a line comment', '{ // c\n  "x": 1}', '{ // c\n  }'],
    ['one with a comment before its comma', '{"x": 1 /* c */, "b": 2}', '{ /* c */ "b": 2}'],
    ['the first of a line under a comment', '{ // c\n  "x": 1, "b": 2\n}', '{ // c\n  "b": 2\n}'],
  ])('%s', (_, text, expected) => {
    const removed = remove(text)
    expect(removed).toBe(expected)
    const { x: _x, ...rest } = value(text) as Record<string, unknown>
    expect(value(removed)).toEqual(rest)
  })
})

test('a value is replaced in the shape it had', () => {
  const root = tree('{\n  "x": {\n    "a": 1\n  }\n}')
  const block = root.children?.[0]?.children?.[1]
  const text = '{\n  "x": {\n    "a": 1\n  }\n}'
  if (!block) throw new Error('no value')
  expect(replaceValue(text, block, { b: 2 }, styleOf(text, root))).toBe(
    '{\n  "x": {\n    "b": 2\n  }\n}',
  )
})

test('appending and removing a child leaves the value unchanged', () => {
  const spaces = fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t', ' // c\n', ' /* c, } */ ')
  const member = fc.tuple(spaces, fc.constantFrom('"a"', '"b"', '"c,]"'), spaces, spaces)
  const texts = fc
    .tuple(fc.uniqueArray(member, { selector: ([, key]) => key }), spaces, fc.boolean())
    .map(([members, end, hasTrailingComma]) => {
      const inner = members.map(([s1, key, s2, s3]) => `${s1}${key}${s2}:${s3}[1, {}]`).join(',')
      return `{${inner}${hasTrailingComma && members.length > 0 ? ',' : ''}${end}}`
    })
  fc.assert(
    fc.property(texts, (text) => {
      const appended = append(text)
      expect(value(appended)).toEqual({ ...(value(text) as object), x: { y: 1 } })
      expect(value(remove(appended))).toEqual(value(text))
      expect(append(remove(appended))).toBe(append(remove(append(remove(appended)))))
    }),
    { numRuns: 1_000 },
  )
})

function append(text: string): string {
  const root = tree(text)
  return appendChild(text, root, { key: 'x', value: { y: 1 } }, styleOf(text, root))
}

function remove(text: string): string {
  const root = tree(text)
  const child = root.children?.find((member) => member.children?.[0]?.value === 'x')
  if (!child) throw new Error('no member x')
  return removeChild(text, root, child)
}

function tree(text: string) {
  const root = parseTree(text, [], { allowTrailingComma: true })
  if (!root) throw new Error('no value')
  return root
}

function value(text: string): unknown {
  const errors: never[] = []
  const parsed: unknown = parse(text, errors, { allowTrailingComma: true })
  expect(errors).toEqual([])
  return parsed
}

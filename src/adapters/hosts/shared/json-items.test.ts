import { describe, expect, test } from 'vitest'
import { addItems, removeItems } from './json-items.ts'

const path = ['permissions', 'allow'] as const
const ours = ['ours one', 'ours two']
const add = (text: string) => addItems('settings.json', text, path, ours)
const remove = (text: string) => removeItems('settings.json', text, path, ours)

describe.each([
  ['an empty file', ''],
  ['other settings', '{\n  // mine\n  "model": "opus",\n}\n'],
  ['a list of theirs', '{\n  "permissions": {\n    "allow": [\n      "theirs"\n    ]\n  }\n}\n'],
  ['a list on one line', '{"permissions":{"allow":["theirs"],"deny":["x"]}}'],
])('in %s', (_, text) => {
  test('the items are added once', () => {
    const added = add(text)
    for (const item of ours) expect(added.split(item)).toHaveLength(2)
    expect(add(added)).toBe(added)
    expect(added.includes('theirs')).toBe(text.includes('theirs'))
  })

  test('removing them leaves the rest', () => {
    const left = remove(add(text))
    expect(left).not.toContain('ours')
    if (text.includes('theirs')) expect(left).toBe(text)
    expect(remove(left)).toBe(left)
  })
})

test('one that is there already is not added again', () => {
  const text = '{"permissions":{"allow":["ours two"]}}'
  expect(JSON.parse(add(text))).toEqual({ permissions: { allow: ['ours two', 'ours one'] } })
})

test('anything but a list is an error with its place', () => {
  expect(() => add('{"permissions":{"allow":"all"}}')).toThrow(/must have a list/)
})

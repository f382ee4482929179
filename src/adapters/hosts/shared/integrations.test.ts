import { describe, expect, test } from 'vitest'
import { connectionTo } from '../../../../test/support/processes/host-integration.ts'
import { addItems, flatHooks, removeItems } from './integrations.ts'

const file = 'hooks.json'
const events = [
  { name: 'start', answers: true },
  { name: 'stop', answers: false },
]
const host = { name: 'cursor', events }
const timeout = () => ({ timeout: 5 })
const versioned = flatHooks(host, { timeout, version: 1 })
const plain = flatHooks(host, { timeout })
const connection = connectionTo('cursor')
const ours = (event: string) => ({ command: connection.command({ name: event, answers: false }) })

const install = (text: string, integration = versioned) =>
  integration.install({ file, text }, connection)
const remove = (text: string, integration = versioned) => integration.remove({ file, text })

describe('installing', () => {
  test('a new file states its version first', () => {
    expect(Object.keys(JSON.parse(install('')))).toEqual(['version', 'hooks'])
    expect(Object.keys(JSON.parse(install('', plain)))).toEqual(['hooks'])
  })

  test('a version that is there stays', () => {
    expect(JSON.parse(install('{ "version": 2 }'))).toMatchObject({ version: 2 })
  })

  test('our handler goes after those of others and replaces older and repeated ones of ours', () => {
    const old = { ...ours('stop'), timeout: 60 }
    const stop = [{ command: 'notify' }, old, old, { command: 'log' }]
    const text = JSON.stringify({ version: 1, hooks: { stop, gone: [ours('gone')] } })
    expect(JSON.parse(install(text)).hooks).toEqual({
      stop: [{ command: 'notify' }, { ...ours('stop'), timeout: 5 }, { command: 'log' }],
      start: [{ ...ours('start'), timeout: 5 }],
    })
  })

  test('a handler of ours that somebody gave a matcher is called for everything again', () => {
    const text = JSON.stringify({ hooks: { stop: [{ ...ours('stop'), matcher: 'x' }] } })
    expect(JSON.parse(install(text)).hooks.stop).toEqual([{ ...ours('stop'), timeout: 5 }])
  })
})

describe('removing', () => {
  test('a file that holds only ours is empty afterwards', () => {
    expect(remove(install(''))).toBe('{}\n')
    expect(remove(install('', plain), plain)).toBe('{}\n')
  })

  test('comments, settings and handlers of others stay', () => {
    const text =
      '{\n  // mine\n  "version": 1,\n  "hooks": {\n    "stop": [{ "command": "x" }]\n  }\n}\n'
    expect(remove(install(text))).toBe(text)
  })

  test('a file without ours is left as it is', () => {
    for (const text of ['', '{}', '{ "version": 1 }']) expect(remove(text)).toBe(text)
  })
})

test('events without our handler are missing', () => {
  const text = JSON.stringify({ hooks: { stop: [ours('stop')] } })
  expect(versioned.missingEvents?.({ file, text })).toEqual(['start'])
})

describe('json items', () => {
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
})

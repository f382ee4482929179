import fc from 'fast-check'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { removeTable, setTable } from './toml-table.ts'

const path = ['mcp_servers', 'throughline'] as const
const server = {
  command: '/usr/bin/node',
  args: ['/opt/bin/throughline.js', 'mcp'],
  env: { THROUGHLINE_HOME: '/home/dev/.throughline' },
}
const table = `[mcp_servers.throughline]
command = "/usr/bin/node"
args = ["/opt/bin/throughline.js", "mcp"]
env = { THROUGHLINE_HOME = "/home/dev/.throughline" }
`
const set = (text: string, value = server) => setTable('config.toml', text, path, value)
const remove = (text: string) => removeTable('config.toml', text, path)

describe('a table that is not there', () => {
  test.each([
    ['is all there is in an empty text', '', table],
    [
      'is added at the end, after an empty line',
      'model = "gpt-5.5" # mine\n',
      `model = "gpt-5.5" # mine\n\n${table}`,
    ],
    [
      'gets a line of its own after a text without a final line break',
      'a = 1',
      `a = 1\n\n${table}`,
    ],
    ['follows tables in an array', '[[rules]]\na = 1\n', `[[rules]]\na = 1\n\n${table}`],
    [
      'joins other servers, however they are written',
      'mcp_servers.docs.command = "docs"\n',
      `mcp_servers.docs.command = "docs"\n\n${table}`,
    ],
  ])('%s', (_, before, after) => {
    expect(set(before)).toBe(after)
    expect(remove(after).trimEnd()).toBe(before.trimEnd())
  })

  test('has the line breaks of the text', () => {
    const before = '[mcp_servers]\r\ndocs = { command = "docs" }\r\n'
    expect(set(before)).toBe(`${before}\r\n${table.replaceAll('\n', '\r\n')}`)
    expect(remove(set(before))).toBe(before)
  })

  test('is not seen in a string or an array that looks like it', () => {
    const before = `notes = """
[mcp_servers.throughline]
command = "not me"
"""
more = '''
[mcp_servers.throughline]'''
list = [
  [1, 2], # [mcp_servers.throughline]
  ["]", '['],
]
`
    expect(set(before)).toBe(`${before}\n${table}`)
    expect(remove(before)).toBe(before)
    expect(remove(set(before))).toBe(before)
  })
})

describe('a table that is there', () => {
  test('is left as it is while its values are the same, in any form', () => {
    const written = `[mcp_servers]
throughline = { command = '/usr/bin/node', args = [
  "/opt/bin/throughline.js", # ours
  "mcp",
], env.THROUGHLINE_HOME = "/home/dev/.throughline", startup_timeout_sec = 30 }
`
    expect(set(table)).toBe(table)
    expect(set(written)).toBe(written)
  })

  test('is renewed in its place, and what others have put into it stays', () => {
    const old = `[mcp_servers.throughline] # memory
command = "/old/node"
args = ["mcp"]
# Slow machine.
startup_timeout_sec = 30

[mcp_servers.throughline.env]
THROUGHLINE_HOME = "/old"

[mcp_servers.throughline.tools.memory_store]
approval_mode = "approve"

# Docs.
[mcp_servers.docs]
command = "docs"
`
    expect(set(old)).toBe(`[mcp_servers.throughline] # memory
command = "/usr/bin/node"
args = ["/opt/bin/throughline.js", "mcp"]
env = { THROUGHLINE_HOME = "/home/dev/.throughline" }
# Slow machine.
startup_timeout_sec = 30

[mcp_servers.throughline.tools.memory_store]
approval_mode = "approve"

# Docs.
[mcp_servers.docs]
command = "docs"
`)
  })

  test('is removed with everything in it and one empty line; other comments stay', () => {
    const connected = `model = "gpt-5.5"

${table}
[mcp_servers.throughline.tools.memory_store]
approval_mode = "approve"

# Docs.
[mcp_servers.docs]
command = "docs"
`
    expect(remove(connected)).toBe(`model = "gpt-5.5"

# Docs.
[mcp_servers.docs]
command = "docs"
`)
    expect(remove(`${table}\n[a]\n`)).toBe('[a]\n')
  })

  test.each([
    [
      'by dotted keys',
      'mcp_servers.throughline.command = "x"\nmcp_servers.throughline.args = []\n',
    ],
    ['in a line of another table', '[mcp_servers]\nthroughline = { command = "x" }\n'],
    ['with quoted keys', '[ "mcp_servers" . \'throughline\' ]\ncommand = "x"\n'],
  ])('is known when written %s', (_, text) => {
    expect(parse(set(text))).toEqual({ mcp_servers: { throughline: server } })
    expect(remove(text)).not.toContain('throughline')
  })
})

describe('a text that cannot be edited', () => {
  test.each([
    ['a = 1\nb = \n', 'config.toml is not valid TOML: invalid value (line 2, column 5)'],
    [
      'a = 1\n  mcp_servers = { docs = { command = "docs" } }\n',
      'config.toml must have "mcp_servers" as tables such as [mcp_servers.throughline], not on one line (line 2, column 3)',
    ],
    [
      'mcp_servers = []',
      'config.toml must have "mcp_servers" as tables such as [mcp_servers.throughline], not on one line (line 1, column 1)',
    ],
  ])('%j is refused with the place', (text, message) => {
    const hint = 'correct the file there and run the command again; nothing was changed'
    expect(() => set(text)).toThrow(
      expect.objectContaining({ code: 'malformed-settings', message, hint }),
    )
  })
})

test('adding and removing it restores any text around it', () => {
  const key = fc.constantFrom('a', 'b-c', '"d e"', "'[x]'", 'f.g')
  const value = fc.constantFrom(
    '1',
    'true',
    '"[mcp_servers.throughline]"',
    '"""\n[x]\n\\""" a"""""',
    "'''\n'[y]'\n'''",
    '[\n  [1], # ]\n  "#",\n]',
    '{ z = [1, 2] }',
    '2026-11-16T01:00:00Z # now',
  )
  const line = fc.oneof(
    fc.tuple(key, value).map(([name, given]) => `${name} = ${given}`),
    fc.constantFrom(
      '',
      '# a comment',
      '[table]',
      '  [table.sub]',
      '[[list]]',
      '[mcp_servers.docs]',
    ),
  )
  const text = fc
    .tuple(fc.array(line), fc.constantFrom('\n', '\r\n'))
    .map(([lines, lineBreak]) =>
      lines
        .map((each) => `${each}\n`)
        .join('')
        .replaceAll('\n', lineBreak),
    )
    .filter(isValid)
  fc.assert(
    fc.property(text, (before) => {
      const connected = set(before)
      expect(parse(connected)).toMatchObject({ mcp_servers: { throughline: server } })
      expect(set(connected)).toBe(connected)
      expect(remove(connected)).toBe(before)
    }),
    { numRuns: 500 },
  )
})

function isValid(text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}

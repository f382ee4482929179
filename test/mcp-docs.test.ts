import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tools } from '../src/entry/mcp/server.ts'

test('docs/mcp.md has the tools as agents are shown them', () => {
  const page = readFileSync(new URL('../docs/mcp.md', import.meta.url), 'utf8')
  const [, table] = /<!-- tools.*? -->\n(.*)<!-- \/tools -->/s.exec(page) ?? []
  const rows = tools.map(({ name, description }) => `| \`${name}\` | ${description} |\n`)
  expect(table).toBe(['| tool | what it is for |\n', '|---|---|\n', ...rows].join(''))
})

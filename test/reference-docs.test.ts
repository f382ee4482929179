import { expect, test } from 'vitest'
import { readReference, referencePages, renderReference } from '../scripts/reference-docs.ts'
import { listCommands } from '../src/entry/cli/manifest.ts'

test.each(referencePages)('$name is up to date', async (page) => {
  const message = 'npm run docs:generate writes it'
  expect(readReference(page), message).toBe(await renderReference(page))
})

test('docs/cli.md has every command', () => {
  const text = readReference(referencePages[0])
  for (const { name } of listCommands()) expect(text).toContain(`\n### ${name}\n`)
})

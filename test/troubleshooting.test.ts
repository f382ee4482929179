import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDocument } from '../scripts/documents.ts'

const root = join(import.meta.dirname, '..')

test('docs/troubleshooting.md quotes messages that the program prints', () => {
  const files = globSync(['bin/*.js', 'src/**/*.ts', 'dashboard/src/**/*.tsx'], { cwd: root })
  const sources = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  const page = readDocument('docs/troubleshooting.md')
  const messages = [...page.matchAll(/```text\n(.*?)```/gs)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  )
  const unknown = messages.filter((message) => {
    const parts = message.split('…').map((part) => part.trim())
    return !sources.some((source) => parts.every((part) => source.includes(part)))
  })
  expect(messages.length).toBeGreaterThan(10)
  expect(unknown).toEqual([])
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { nameAgent } from '../../contract/vocabulary.ts'
import { createHistorySources } from './sources.ts'

test('every agent has a name that people know', () => {
  const unnamed = createHistorySources().filter(({ name }) => name === nameAgent(name))
  expect(unnamed.map(({ name }) => name)).toEqual([])
})

const typed = ['Round prices once', '! rm -rf build', '!git status', '/clear']
const lines = (entry: (text: string, second: number) => object) =>
  typed.map((text, second) => JSON.stringify(entry(text, second)))

test.each([
  [
    'claude-code',
    '.claude/history.jsonl',
    lines((display, second) => ({ display, sessionId: 's', timestamp: 1e12 + second })).join('\n'),
  ],
  [
    'codex',
    '.codex/history.jsonl',
    lines((text, second) => ({ text, session_id: 's', ts: 1e9 + second })).join('\n'),
  ],
  [
    'gemini',
    '.gemini/tmp/project/logs.json',
    `[${lines((message, messageId) => ({ message, messageId, sessionId: 's', timestamp: '2026-01-02T03:04:05Z' }))}]`,
  ],
])('the prompt log of %s gives prompts, not lines for the shell', async (name, file, text) => {
  const userHome = makeTemporaryFolder()
  mkdirSync(dirname(join(userHome, file)), { recursive: true })
  writeFileSync(join(userHome, file), text)
  const source = createHistorySources().find((each) => each.name === name)
  const read: unknown[] = []
  for (const item of (await source?.discover({ userHome, env: {}, folders: [] })) ?? []) {
    for await (const part of source?.read(item) ?? []) read.push(part)
  }
  expect(JSON.stringify(read)).toContain('Round prices once')
  expect(JSON.stringify(read)).not.toMatch(/rm -rf|git status|clear/)
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { isSkipped } from '../../../core/ports/history-source.ts'
import { createClaudeCodeSource } from './source.ts'

const at = { timestamp: '2026-05-03T08:00:00.000Z', cwd: '/shop', sessionId: 's1' }
const prompt = (text: string) => ({ type: 'user', message: { role: 'user', content: text }, ...at })
const reply = (id: string, block: object) => ({
  type: 'assistant',
  message: { id, role: 'assistant', model: 'm', content: [block] },
  ...at,
})
const thought = { type: 'thinking', thinking: 'a thought', signature: 'c2lnbmF0dXJl' }
const call = { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: '/shop/a.ts' } }
const result = {
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'a' }] },
  ...at,
}

async function read(lines: readonly object[]) {
  const path = makeTemporaryFolder()
  const file = join(path, 'projects', 's1.jsonl')
  mkdirSync(join(path, 'projects'))
  writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
  const source = createClaudeCodeSource()
  const items = await source.discover({ userHome: path, env: {}, folders: [], path })
  const events: string[] = []
  for (const item of items) {
    for await (const part of source.read(item)) if (!isSkipped(part)) events.push(part.identity)
  }
  return events
}

test('a prompt goes by the message that answers it first, even if that is a thought', async () => {
  const events = await read([
    prompt('look into it'),
    reply('m1', thought),
    reply('m2', { type: 'text', text: 'done' }),
  ])
  expect(events).toEqual(['prompt m1', 'end m2'])
})

test('a prompt that only a thought answered is kept', async () => {
  expect(await read([prompt('look into it'), reply('m1', thought)])).toEqual(['prompt m1'])
})

test('thoughts among calls and answers change nothing', async () => {
  const spoken = [prompt('look into it'), reply('m1', call), result]
  const answer = reply('m2', { type: 'text', text: 'done' })
  const thoughtful = [...spoken, reply('m2', thought), answer, reply('m3', thought)]
  expect(await read(thoughtful)).toEqual(await read([...spoken, answer]))
})

test('an error of the model that comes with a thought fails the turn', async () => {
  const failed = { ...reply('m2', thought), isApiErrorMessage: true }
  expect(await read([prompt('look into it'), reply('m1', call), result, failed])).toEqual([
    'prompt m1',
    'tool t1',
    'end m1',
  ])
})

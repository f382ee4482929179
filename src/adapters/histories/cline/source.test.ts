import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  copiedHome,
  fixtureHome,
  outline,
  readHistory,
  snapshot,
} from '../../../../test/support/core/read-history.ts'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { cline, createClineSource, rooCode } from './source.ts'

const home = 'by-schema/cline'
const storage = '.config/Code/User/globalStorage'
const extension = `${storage}/saoudrizwan.claude-dev`
const task = `${extension}/tasks/1794800000000`
const read = (userHome: string) => readHistory(createClineSource(cline), { userHome })
const at = (second: number) => new Date(1794800000000 + second * 1000).toISOString()

function write(folder: string, files: Record<string, unknown>): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), JSON.stringify(content))
  }
}

test('a task has its times, folder, model, and the tool call that is XML in the text', async () => {
  const { items, events } = await read(fixtureHome(home))
  expect(outline(events)).toEqual([
    'prompt List the files',
    'ok execute_command',
    'ok We decided to use pnpm because of the lockfile.',
  ])
  expect(events.map(({ occurredAt }) => occurredAt)).toEqual([at(0), at(2), at(4)])
  expect(events[0]).toMatchObject({
    model: 'claude-sonnet-5-5',
    event: { host: 'cline', sessionId: '1794800000000', cwd: '/home/dev/project' },
  })
  expect(events[1]?.event.detail).toMatchObject({
    input: { command: 'ls' },
    output: 'Command executed.\nOutput:\nREADME.md\nsrc',
  })
  expect(items).toMatchObject([{ startedAt: at(0), project: '/home/dev/project', sessions: 1 }])
})

test('the folder is known from what the model was told, if nothing else says it', async () => {
  const userHome = copiedHome(home)
  rmSync(join(userHome, extension, 'state'), { recursive: true })
  const { events } = await read(userHome)
  expect(events[0]?.event.cwd).toBe('/home/dev/project')
})

test('tool calls of the API have results and failures; replies are prompts, surroundings are not', async () => {
  const userHome = makeTemporaryFolder()
  write(join(userHome, extension, 'tasks/1794800000000'), {
    'ui_messages.json': [
      { ts: 1794800000000, type: 'say', say: 'text', text: 'Fix the build' },
      { ts: 1794800001000, type: 'say', say: 'api_req_started', text: '{"request":"…"}' },
      { ts: 1794800002000, type: 'ask', ask: 'command', text: 'make' },
      { ts: 1794800003000, type: 'say', say: 'text', text: 'It fa', partial: true },
      { ts: 1794800004000, type: 'say', say: 'text', text: 'It fails.' },
      { ts: 1794800005000, type: 'say', say: 'user_feedback', text: 'Then look why' },
      { ts: 1794800006000, type: 'ask', ask: 'api_req_failed', text: 'overloaded' },
    ],
    'api_conversation_history.json': [
      { role: 'user', content: [{ type: 'text', text: '<task>\nFix the build\n</task>' }] },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'toolu_1', name: 'execute_command', input: { command: 'make' } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_1',
            content: [{ type: 'text', text: 'Command failed with exit code 2.\nOutput:\nError' }],
          },
          { type: 'text', text: '<environment_details>\nOpen tabs\n</environment_details>' },
        ],
      },
    ],
  })
  const { events } = await read(userHome)
  expect(outline(events)).toEqual([
    'prompt Fix the build',
    'failed execute_command',
    'ok It fails.',
    'prompt Then look why',
    'failed',
  ])
  expect(events[1]).toMatchObject({ identity: 'tool toolu_1', occurredAt: at(2) })
})

test('a session of the command line is read', async () => {
  const userHome = makeTemporaryFolder()
  const content = (text: string) => [{ type: 'text', text }]
  write(join(userHome, '.cline/data/sessions/s1'), {
    's1.json': {
      session_id: 's1',
      cwd: '/home/dev/project',
      model: 'a-model',
      started_at: at(0),
    },
    's1.messages.json': {
      messages: [
        { role: 'user', ts: 1794800001000, content: content('<user_input>Hello</user_input>') },
        {
          role: 'assistant',
          ts: 1794800002000,
          content: [{ type: 'tool_use', id: 'call_1', name: 'read_files', input: {} }],
        },
        {
          role: 'user',
          ts: 1794800003000,
          content: [
            { type: 'tool_result', tool_use_id: 'call_1', content: 'None', is_error: true },
          ],
        },
        { role: 'assistant', ts: 1794800004000, content: content('Hi.') },
      ],
    },
  })
  const { events, items } = await read(userHome)
  expect(outline(events)).toEqual(['prompt Hello', 'failed read_files', 'ok Hi.'])
  expect(events[0]).toMatchObject({
    occurredAt: at(1),
    model: 'a-model',
    event: { sessionId: 's1', cwd: '/home/dev/project' },
  })
  expect(items).toMatchObject([{ startedAt: at(0), sessions: 1 }])
})

test('a task that Roo Code started itself belongs to the one that started it', async () => {
  const userHome = makeTemporaryFolder()
  const tasks = join(userHome, storage, 'rooveterinaryinc.roo-cline/tasks')
  const text = (words: string) => [{ ts: 1794800000000, type: 'say', say: 'text', text: words }]
  write(join(tasks, 'parent'), {
    'ui_messages.json': text('Plan it'),
    'history_item.json': { id: 'parent', ts: 1794800000000, workspace: '/home/dev/project' },
  })
  write(join(tasks, 'child'), {
    'ui_messages.json': [
      ...text('Words of the agent that asks'),
      { ts: 1794800001000, type: 'say', say: 'tool', text: '{}' },
    ],
    'api_conversation_history.json': [
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'read_file', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'x' }] },
    ],
    'history_item.json': { id: 'child', ts: 1794800001000, parentTaskId: 'parent' },
  })
  const { events, items } = await readHistory(createClineSource(rooCode), { userHome })
  expect(outline(events)).toEqual(['prompt Plan it', 'ok read_file'])
  expect(events[1]?.event).toMatchObject({ host: 'roo-code', sessionId: 'parent' })
  expect(items.map(({ sessions }) => sessions)).toEqual([1, 0])
})

test('a file that is being written is named, the other one is read, and nothing is changed', async () => {
  const userHome = copiedHome(home)
  writeFileSync(join(userHome, task, 'api_conversation_history.json'), '[{"role": "user", "cont')
  const before = snapshot(userHome)
  const { events, skipped } = await read(userHome)
  expect(outline(events)).toContain('prompt List the files')
  expect(skipped).toEqual(['file that is not JSON, or incomplete'])
  expect(snapshot(userHome)).toEqual(before)
})

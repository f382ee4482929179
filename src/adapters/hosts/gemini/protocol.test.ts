import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openCapture } from '../../../../test/support/core/capture.ts'
import type { EventDetail, HostEvent } from '../../../core/model/host-event.ts'
import { isJsonObject, type JsonObject } from '../../../core/model/json.ts'
import type { HostProtocol } from '../../../core/ports/host.ts'
import { findHostProtocol } from '../hosts.ts'
import { geminiProtocol } from './protocol.ts'

const { readContextTokens, readTranscript } = geminiProtocol as Required<HostProtocol>

const folder = new URL('../../../../test/fixtures/hosts/gemini/', import.meta.url)
const recorded = readdirSync(folder).filter((name) => /^[A-Z]\w+(-[\w-]+)?\.json$/.test(name))

const answered =
  'I will list the files.\nThe project has a README and a src folder. We decided to use pnpm because of the lockfile.'

/** The others are of no known kind, and kept as they came. */
const details: Readonly<Record<string, Partial<EventDetail>>> = {
  'SessionStart-startup.json': { kind: 'session-start', source: 'startup' },
  'SessionStart-resume.json': { kind: 'session-start', source: 'resume' },
  'SessionStart-clear.json': { kind: 'session-start', source: 'clear' },
  'BeforeAgent.json': { kind: 'prompt', text: 'List the files', origin: 'user' },
  'BeforeAgent-after-injected-context.json': { kind: 'prompt', text: 'List the files' },
  'BeforeTool-mcp.json': { kind: 'before-tool', toolName: 'mcp_notes_add_note' },
  'BeforeTool-replace.json': { kind: 'before-tool', toolName: 'replace' },
  'BeforeTool-run_shell_command.json': { kind: 'before-tool' },
  'AfterTool-mcp.json': { kind: 'tool', toolName: 'mcp_notes_add_note', outcome: 'ok' },
  'AfterTool-read_file.json': { kind: 'tool', toolName: 'read_file', outcome: 'ok' },
  'AfterTool-replace.json': { kind: 'tool', toolName: 'replace', outcome: 'ok' },
  'AfterTool-write_file.json': { kind: 'tool', toolName: 'write_file', outcome: 'ok' },
  'AfterTool-run_shell_command.json': { kind: 'tool', outcome: 'ok' },
  'AfterTool-run_shell_command-failure.json': { kind: 'tool', outcome: 'failed' },
  'AfterAgent.json': { kind: 'turn-end', outcome: 'ok', answer: answered },
  'PreCompress-manual.json': { kind: 'pre-compact', trigger: 'manual' },
  'SessionEnd-clear.json': { kind: 'session-end', reason: 'clear' },
  'SessionEnd-exit.json': { kind: 'session-end', reason: 'exit' },
}

describe('every recorded payload', () => {
  test.each(recorded)('%s is parsed', (name) => {
    const payload = read(name)
    const event = parse(payload)
    expect(event).toMatchObject({
      host: 'gemini',
      name: payload.hook_event_name,
      sessionId: payload.session_id,
      transcriptPath: payload.transcript_path,
      cwd: payload.cwd,
    })
    const detail = details[name]
    expect(event.detail).toMatchObject(detail ?? { kind: 'other' })
    if (detail) return
    const { session_id, transcript_path, cwd, hook_event_name, ...rest } = payload
    expect(event.fields).toEqual(rest)
  })

  test('those we listen to are among them', () => {
    const names = recorded.map((name) => name.replace(/(-[\w-]+)?\.json$/, ''))
    for (const { name } of geminiProtocol.events) expect(names).toContain(name)
  })
})

describe('a prompt', () => {
  const promptOf = (prompt: string) => parse({ ...read('BeforeAgent.json'), prompt }).detail

  test('is what was typed, not what hooks had put before it', () => {
    const context = '<hook_context>&lt;throughline-context&gt;\n- pnpm\n</hook_context>\n\n'
    expect(promptOf(`${context}  explain <hook_context> to me`)).toMatchObject({
      text: '  explain <hook_context> to me',
    })
    expect(promptOf('<hook_context>is what I type')).toMatchObject({
      text: '<hook_context>is what I type',
    })
  })

  test('is without the files it points to', () => {
    const files =
      '\n--- Content from referenced files ---\nContent from @a.md:\nA\n--- End of content ---'
    expect(promptOf(`explain @a.md${files}`)).toMatchObject({ text: 'explain @a.md' })
  })

  test('that is a slash command is a command', () => {
    expect(promptOf('/review 12')).toMatchObject({ origin: 'command' })
    expect(promptOf('/etc/hosts is wrong')).toMatchObject({ origin: 'user' })
  })

  test('comes back at the end of the turn, as it was typed', () => {
    const { prompt } = read('BeforeAgent-after-injected-context.json')
    expect(parse({ ...read('AfterAgent.json'), prompt: prompt ?? '' }).fields).toEqual({
      timestamp: '2026-11-15T01:08:43.591Z',
      prompt: 'List the files',
      stop_hook_active: false,
    })
  })
})

describe('a tool', () => {
  test('keeps what it was given and gave, and whose it is', () => {
    const event = parse(read('AfterTool-mcp.json'))
    expect(event.detail).toEqual({
      kind: 'tool',
      toolName: 'mcp_notes_add_note',
      input: { text: 'use pnpm' },
      output: {
        llmContent: [{ text: '<untrusted_context>\nsaved: use pnpm\n</untrusted_context>' }],
        returnDisplay: 'saved: use pnpm',
      },
      outcome: 'ok',
    })
    expect(event.fields).toMatchObject({ mcp_context: { server_name: 'notes' } })
  })

  test('has failed if its output says so', () => {
    const error = { message: 'File not found', type: 'file_not_found' }
    const tool_response = { llmContent: 'File not found', returnDisplay: '', error }
    expect(parse({ ...read('AfterTool-read_file.json'), tool_response }).detail).toMatchObject({
      outcome: 'failed',
    })
  })

  test('has not failed because of the contents of a file', () => {
    const tool_response = { llmContent: 'Exit Code: 1', returnDisplay: '' }
    expect(parse({ ...read('AfterTool-read_file.json'), tool_response }).detail).toMatchObject({
      outcome: 'ok',
    })
  })
})

test('an answer without words is none', () => {
  const payload = { ...read('AfterAgent.json'), prompt_response: '[no response text]' }
  expect(parse(payload).detail).toEqual({ kind: 'turn-end', outcome: 'ok' })
})

test('a payload without a session is none of ours', () => {
  expect(geminiProtocol.parse('BeforeAgent', { prompt: 'hello' })).toBeUndefined()
})

test('the end of a session is ingested once, although it is sent three times', async () => {
  const capture = await openCapture({ findHost: findHostProtocol })
  for (const second of ['11', '12', '13']) {
    const timestamp = `2026-11-15T01:08:${second}.000Z`
    const payload = { ...read('SessionEnd-exit.json'), timestamp }
    capture.deliver('SessionEnd', payload, { host: 'gemini' })
  }
  expect(await capture.drain()).toMatchObject({ duplicates: 2 })
  expect(capture.events()).toMatchObject([{ kind: 'session-end', fields: { reason: 'exit' } }])
})

test('the same command twice is two events, and the same event twice is one', async () => {
  const capture = await openCapture({ findHost: findHostProtocol })
  const payload = read('AfterTool-run_shell_command.json')
  const again = { ...payload, timestamp: '2026-11-15T01:08:44.000Z' }
  for (const each of [payload, again, payload]) {
    capture.deliver('AfterTool', each, { host: 'gemini' })
  }
  expect(await capture.drain()).toMatchObject({ duplicates: 1 })
  expect(capture.toolEvents()).toHaveLength(2)
})

describe("Gemini's JSON-only stdout", () => {
  test('gets one object where it takes context', () => {
    for (const event of ['SessionStart', 'BeforeAgent', 'AfterTool']) {
      expect(JSON.parse(geminiProtocol.renderAnswer(event, 'a\n"b"'))).toEqual({
        hookSpecificOutput: { hookEventName: event, additionalContext: 'a\n"b"' },
      })
    }
  })

  test('gets nothing otherwise', () => {
    expect(geminiProtocol.renderAnswer('BeforeAgent', '')).toBe('')
    for (const event of ['AfterAgent', 'PreCompress', 'SessionEnd', 'Unknown']) {
      expect(geminiProtocol.renderAnswer(event, 'context')).toBe('')
    }
  })
})

test('the sample is a prompt of the client’s form', () => {
  const sample = { sessionId: 's1', text: 'does it work?', cwd: '/home/dev/project' }
  const { event, payload } = geminiProtocol.samplePrompt(sample)
  expect(geminiProtocol.parse(event, payload)).toMatchObject({
    sessionId: 's1',
    cwd: '/home/dev/project',
    detail: { kind: 'prompt', text: 'does it work?', origin: 'user' },
  })
})

function read(name: string): JsonObject {
  const payload: unknown = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
  if (!isJsonObject(payload)) throw new Error(`${name} is no object`)
  return payload
}

function parse(payload: JsonObject): HostEvent {
  const event = geminiProtocol.parse(String(payload.hook_event_name), payload)
  if (!event) throw new Error('no session')
  return event
}

describe('transcript', () => {
  const recorded = readFileSync(
    new URL('../../../../test/fixtures/hosts/gemini/transcript.jsonl', import.meta.url),
    'utf8',
  )

  const asked = (text: string) => ({ role: 'user', text, origin: 'user', hostTurnId: undefined })
  const said = (text: string) => ({ role: 'assistant', text })
  const user = (id: string, ...texts: string[]): JsonObject => {
    return { id, type: 'user', content: texts.map((text) => ({ text })) }
  }
  const gemini = (id: string, content: string): JsonObject => ({ id, type: 'gemini', content })
  const read = (...lines: JsonObject[]) =>
    readTranscript(lines.map((line) => JSON.stringify(line)).join('\n'))

  test('the recorded session is a prompt and an answer', () => {
    expect(readTranscript(recorded)).toEqual([asked('Edit the readme'), said('README edited.')])
    expect(readContextTokens(recorded)).toBe(140)
  })

  test('lines that are broken or of an unknown form are skipped', () => {
    const lines = [
      'lf":1}',
      '',
      'null',
      '{"id":"i","type":"info","content":"Updated."}',
      '{"id":1}',
    ]
    expect(readTranscript(lines.join('\n'))).toEqual([])
    expect(readContextTokens(lines.join('\n'))).toBeUndefined()
  })

  test('a message written again counts once, in its last form', () => {
    const lines = [user('1', 'go'), gemini('2', 'One.'), user('3', 'on'), gemini('2', 'One, two.')]
    expect(read(...lines)).toEqual([asked('go'), said('One, two.'), asked('on')])
  })

  describe('a person’s words', () => {
    test('are left when what the client and hooks added is taken off', () => {
      const place = '<session_context>\nThis is the Gemini CLI.\n</session_context>'
      const context = '<hook_context>&lt;a&gt;</hook_context>'
      expect(read(user('1', place, `${context}\n\nRename it`, context))).toEqual([
        asked('Rename it'),
      ])
      expect(read(user('1', context))).toEqual([])
    })

    test('are what was shown, where more was sent', () => {
      const displayContent = [{ text: 'explain @a.md' }]
      expect(read({ ...user('1', 'explain a.md', 'A'), displayContent })).toEqual([
        asked('explain @a.md'),
      ])
    })
  })

  test('what was taken back is gone', () => {
    const lines = [user('1', 'go'), gemini('2', 'Gone.'), user('3', 'wrong'), gemini('4', 'Oh.')]
    const after = user('5', 'right')
    expect(read(...lines, { $rewindTo: '3' }, after)).toEqual([
      asked('go'),
      said('Gone.'),
      asked('right'),
    ])
    expect(read(...lines, { $rewindTo: 'before' }, after)).toEqual([asked('right')])
  })

  test('a compression is one boundary, however often it is written', () => {
    const messages = [
      user('s', '<state_snapshot>\nFiles were listed.\n</state_snapshot>'),
      gemini('t', 'Got it. Thanks for the additional context!'),
      gemini('2', 'Done.'),
    ]
    const rewritten = { $set: { messages } }
    expect(
      read(user('1', 'go'), gemini('2', 'Done.'), rewritten, user('3', 'on'), rewritten),
    ).toEqual([asked('go'), said('Done.'), { role: 'compaction' }, asked('on')])
  })
})

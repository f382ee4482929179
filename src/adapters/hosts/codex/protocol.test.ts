import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { EventKind, HostEvent } from '../../../core/model/host-event.ts'
import { isJsonObject, type JsonObject } from '../../../core/model/json.ts'
import type { HostProtocol } from '../../../core/ports/host.ts'
import { codexProtocol } from './protocol.ts'

const { readContextTokens, readContextWindow, readTranscript } =
  codexProtocol as Required<HostProtocol>

const folder = new URL('../../../../test/fixtures/hosts/codex/', import.meta.url)
const recorded = readdirSync(folder).filter((name) => /^[A-Z]\w+(-[\w-]+)?\.json$/.test(name))

const kinds: Readonly<Record<string, EventKind>> = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'before-tool',
  PostToolUse: 'tool',
  Stop: 'turn-end',
  SubagentStart: 'subagent-start',
  SubagentStop: 'subagent-end',
  PreCompact: 'pre-compact',
  PostCompact: 'post-compact',
  SessionEnd: 'session-end',
}

describe('every recorded payload', () => {
  test.each(recorded)('%s is parsed without losing a field', (name) => {
    const payload = read(name)
    const event = parse(payload)
    const isToSubagent = name === 'UserPromptSubmit-in-subagent.json'
    const { hook_event_name: eventName } = payload
    expect(event).toMatchObject({
      host: 'codex',
      name: eventName,
      sessionId: payload.session_id,
      cwd: payload.cwd,
      detail: { kind: isToSubagent ? 'other' : (kinds[String(eventName)] ?? 'other') },
    })
    const told = JSON.stringify(event)
    const lost = Object.entries(payload).filter(
      ([, value]) => !told.includes(JSON.stringify(value)),
    )
    expect(lost).toEqual([])
  })

  test('every connected event was recorded from the real client', () => {
    const names = recorded.map((name) => name.replace(/(-[\w-]+)?\.json$/, ''))
    for (const { name } of codexProtocol.events) expect(names).toContain(name)
  })
})

describe('the detail of an event', () => {
  test('a session start keeps its source and model', () => {
    expect(parse(read('SessionStart-compact.json'))).toMatchObject({
      detail: { kind: 'session-start', source: 'compact', model: 'gpt-5.5' },
      isDistinct: false,
    })
  })

  test('a prompt is the user’s, distinct by its turn', () => {
    const payload = read('UserPromptSubmit.json')
    expect(parse(payload)).toMatchObject({
      detail: { kind: 'prompt', text: 'List the files', origin: 'user' },
      hostTurnId: payload.turn_id,
      transcriptPath: payload.transcript_path,
      isDistinct: true,
    })
    const command = parse({ ...payload, prompt: '/review the branch' })
    expect(command.detail).toMatchObject({ origin: 'command' })
  })

  test('a subagent’s instructions are not a prompt', () => {
    const payload = read('UserPromptSubmit-in-subagent.json')
    expect(parse(payload)).toMatchObject({
      detail: { kind: 'other' },
      agent: { id: payload.agent_id, name: 'default' },
      fields: { prompt: 'Search the code for the parser.' },
    })
  })

  test.each(['PostToolUse-in-subagent.json', 'SubagentStart.json', 'SubagentStop.json'])(
    'the turn and the transcript of %s are not taken for those of the session',
    (name) => {
      const payload = read(name)
      const event = parse(payload)
      expect(event).toMatchObject({
        agent: { id: payload.agent_id, name: 'default' },
        isDistinct: true,
        fields: { turn_id: payload.turn_id, transcript_path: payload.transcript_path },
      })
      expect(event).not.toHaveProperty('hostTurnId')
      expect(event).not.toHaveProperty('transcriptPath')
    },
  )

  test('the end of a turn and of a subagent have their answers', () => {
    expect(parse(read('Stop.json')).detail).toMatchObject({
      kind: 'turn-end',
      outcome: 'ok',
      answer: expect.stringContaining('use pnpm'),
    })
    expect(parse(read('SubagentStop.json')).detail).toEqual({
      kind: 'subagent-end',
      answer: 'The parser lives in src/parser.',
    })
    expect(parse({ ...read('Stop.json'), last_assistant_message: null }).detail).toEqual({
      kind: 'turn-end',
      outcome: 'ok',
    })
  })

  test('a session may be without a transcript', () => {
    const event = parse({ ...read('Stop.json'), transcript_path: null })
    expect(event).not.toHaveProperty('transcriptPath')
  })

  test('a payload without a session is none of ours', () => {
    expect(codexProtocol.parse('Stop', { turn_id: 't1' })).toBeUndefined()
    expect(codexProtocol.parse('Stop', { session_id: '' })).toBeUndefined()
  })
})

describe('a tool without an exit status', () => {
  test('has input, output and id', () => {
    expect(parse(read('PostToolUse-Bash.json'))).toMatchObject({
      detail: {
        kind: 'tool',
        toolName: 'Bash',
        toolUseId: 'call_mwh4pes30',
        input: { command: 'ls' },
        output: 'AGENTS.md\nREADME.md\ndocs\nsrc\n',
        outcome: 'ok',
      },
      isDistinct: true,
    })
  })

  test.each([
    ['PostToolUse-Bash-failure.json', 'failed'],
    ['PostToolUse-apply_patch.json', 'ok'],
    ['PostToolUse-mcp.json', 'ok'],
    ['PostToolUse-spawn_agent.json', 'ok'],
  ])('%s has %s', (name, outcome) => {
    expect(parse(read(name)).detail).toMatchObject({ outcome })
  })

  test.each([
    ['nope', '/bin/bash: line 1: nope: command not found\n', 'failed'],
    ['nope', 'zsh:1: command not found: nope\n', 'failed'],
    ['cd src && ./build.sh', 'bash: line 1: ./build.sh: Permission denied\n', 'failed'],
    ['cat a.txt b.txt', 'first\ncat: b.txt: No such file or directory', 'failed'],
    ['npm test', 'Error: listen EADDRINUSE: address in use\nTests  1 failed | 3 passed', 'failed'],
    [
      'cd api && golangci-lint run',
      'a.go:1:2: repeated `x`, make it a constant (goconst)',
      'failed',
    ],
    ['npm test', 'Error: listen EADDRINUSE: address in use\nTests  4 passed', 'ok'],
    ['npm run build', 'could not load the cache\ndone', 'ok'],
    ['cat lint.log', 'a.go:1:2: repeated `x`, make it a constant (goconst)', 'ok'],
    ['cat a.txt || true', 'cat: a.txt: No such file or directory\n', 'ok'],
    ['cat a.txt | head -1', 'cat: a.txt: No such file or directory\n', 'ok'],
    ['cat error.log', 'ls: a.txt: No such file or directory\n', 'ok'],
    ['grep -r found .', 'src/a.ts: command not found\n', 'ok'],
    ['true', '', 'ok'],
  ])('«%s» that put out %j is %s', (command, output, outcome) => {
    const payload = { ...read('PostToolUse-Bash.json'), tool_response: output }
    expect(parse({ ...payload, tool_input: { command } }).detail).toMatchObject({ outcome })
  })

  test.each([
    [{ content: [{ type: 'text', text: 'no' }], isError: true }],
    ['Exit code: 1\nWall time: 0 seconds\nOutput:\nno such hunk\n'],
  ])('%j reports a failure', (output) => {
    const payload = { ...read('PostToolUse-apply_patch.json'), tool_response: output }
    expect(parse(payload).detail).toMatchObject({ outcome: 'failed' })
  })
})

describe('Codex’s strict output', () => {
  test.each(['SessionStart', 'UserPromptSubmit', 'SubagentStart'])(
    '%s is answered with the fields it knows and no other',
    (event) => {
      expect(JSON.parse(codexProtocol.renderAnswer(event, 'Use pnpm.'))).toEqual({
        hookSpecificOutput: { hookEventName: event, additionalContext: 'Use pnpm.' },
      })
    },
  )

  test('every other event is answered with nothing, since text would be an error', () => {
    for (const event of ['Stop', 'SubagentStop', 'PreCompact', 'PostCompact', 'SessionEnd']) {
      expect(codexProtocol.renderAnswer(event, 'Use pnpm.')).toBe('')
    }
    expect(codexProtocol.renderAnswer('SessionStart', '')).toBe('')
  })

  test('context as long as allowed stays below 2,500 tokens of four bytes', () => {
    expect(codexProtocol.capabilities.maxContextCharacters).toBeLessThan(10_000)
  })
})

test('a sample prompt is parsed as a prompt', () => {
  const { event, payload } = codexProtocol.samplePrompt({
    sessionId: 's1',
    text: 'hello',
    cwd: '/home/dev/project',
  })
  expect(codexProtocol.parse(event, payload)).toMatchObject({
    sessionId: 's1',
    cwd: '/home/dev/project',
    detail: { kind: 'prompt', text: 'hello', origin: 'user' },
  })
})

function read(name: string): JsonObject {
  const payload: unknown = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
  if (!isJsonObject(payload)) throw new Error(`${name} holds no object`)
  return payload
}

function parse(payload: JsonObject): HostEvent {
  const event = codexProtocol.parse(String(payload.hook_event_name), payload)
  if (!event) throw new Error('the payload names no session')
  return event
}

describe('transcript', () => {
  const recorded = (name: string) =>
    readFileSync(new URL(`../../../../test/fixtures/hosts/codex/${name}`, import.meta.url), 'utf8')
  const lines = (...entries: unknown[]) => entries.map((entry) => JSON.stringify(entry)).join('\n')
  const said = (role: string, ...texts: string[]) => ({
    type: 'response_item',
    payload: {
      type: 'message',
      role,
      content: texts.map((text) => ({ type: 'input_text', text })),
    },
  })

  test('what the user and the agent said is read, and nothing of Codex or a subagent', () => {
    expect(readTranscript(recorded('transcript.jsonl'))).toEqual([
      {
        role: 'user',
        text: 'Delegate the search',
        origin: 'user',
        hostTurnId: '01a1dcba-b2ef-7e31-b90e-bab3f5291d54',
      },
      { role: 'assistant', text: 'The subagent was started.' },
    ])
  })

  test('a compaction is a message, its summary is not', () => {
    expect(readTranscript(recorded('transcript-compaction.jsonl'))).toMatchObject([
      { role: 'user', text: 'Fill the window' },
      { role: 'compaction' },
      { role: 'assistant', text: 'Continuing after the summary.' },
    ])
  })

  test('in older transcripts Codex’s own parts are recognised by how they begin', () => {
    const text = lines(
      said('user', '# AGENTS.md instructions for /home/dev', '<environment_context>\n…'),
      said('user', 'Use pnpm.'),
      said('user', '<turn_aborted>\n…'),
      said('developer', 'Be brief.'),
      said('assistant', 'Yes.', ''),
      { type: 'event_msg', payload: { type: 'agent_message', message: 'Yes.' } },
    )
    expect(readTranscript(text)).toEqual([
      { role: 'user', text: 'Use pnpm.', origin: 'user', hostTurnId: undefined },
      { role: 'assistant', text: 'Yes.' },
    ])
  })

  test('broken and unknown lines are skipped', () => {
    const text = ['', '{"type":"response_item","payl', '[1]', '{"type":"response_item"}', '{}']
    expect(readTranscript(text.join('\n'))).toEqual([])
    expect(readContextTokens(text.join('\r\n'))).toBeUndefined()
  })

  test('the size of the context is what the model was given last', () => {
    const transcript = recorded('transcript-compaction.jsonl')
    expect(readContextTokens(transcript)).toBe(140)
    const untilCompaction = transcript.slice(0, transcript.indexOf('compaction_output'))
    expect(readContextTokens(untilCompaction)).toBe(250_020)
  })

  test('the window of the model is recorded with its tokens', () => {
    expect(readContextWindow(recorded('transcript-compaction.jsonl'))).toBe(258_400)
    expect(readContextWindow('')).toBeUndefined()
  })
})

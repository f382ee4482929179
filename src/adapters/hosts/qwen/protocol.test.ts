import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openCapture } from '../../../../test/support/core/capture.ts'
import type { EventDetail } from '../../../core/model/host-event.ts'
import { isJsonObject, type JsonObject } from '../../../core/model/json.ts'
import type { HostProtocol } from '../../../core/ports/host.ts'
import { findHostProtocol } from '../hosts.ts'
import { qwenProtocol } from './protocol.ts'

const { readContextTokens, readTranscript } = qwenProtocol as Required<HostProtocol>

const folder = new URL('../../../../test/fixtures/hosts/qwen/', import.meta.url)
const recorded = readdirSync(folder).filter((name) =>
  /^[A-Z][A-Za-z]+(-\w[\w-]*)?\.json$/.test(name),
)

/** The others are of no known kind, and kept as they came. */
const details: Readonly<Record<string, Partial<EventDetail>>> = {
  'SessionStart-startup.json': { kind: 'session-start', source: 'startup', model: 'fake-model' },
  'SessionStart-resume.json': { kind: 'session-start', source: 'resume' },
  'SessionStart-clear.json': { kind: 'session-start', source: 'clear' },
  'SessionStart-compact.json': { kind: 'session-start', source: 'compact' },
  'UserPromptSubmit.json': { kind: 'prompt', text: 'List the files', origin: 'user' },
  'PostToolUse-agent.json': { kind: 'tool', toolName: 'agent', outcome: 'ok' },
  'PreToolUse-edit.json': { kind: 'before-tool' },
  'PreToolUse-run_shell_command.json': { kind: 'before-tool' },
  'PostToolUse-edit.json': { kind: 'tool', toolName: 'edit', outcome: 'ok' },
  'PostToolUse-in-subagent.json': { kind: 'tool', toolName: 'run_shell_command', outcome: 'ok' },
  'PostToolUse-mcp.json': { kind: 'tool', toolName: 'mcp__notes__add_note', outcome: 'ok' },
  'PostToolUse-run_shell_command.json': { kind: 'tool', outcome: 'ok', durationMs: 17 },
  'PostToolUse-write_file.json': { kind: 'tool', toolName: 'write_file', outcome: 'ok' },
  'PostToolUseFailure-read_file.json': { kind: 'tool', toolName: 'read_file', outcome: 'failed' },
  'PostToolUseFailure-run_shell_command.json': { kind: 'tool', outcome: 'failed' },
  'Stop.json': {
    kind: 'turn-end',
    outcome: 'ok',
    answer:
      'The project has a README and a src folder. We decided to use pnpm because of the lockfile.',
  },
  'SubagentStart.json': { kind: 'subagent-start' },
  'SubagentStop.json': { kind: 'subagent-end', answer: 'The parser lives in src/parser.' },
  'PreCompact-auto.json': { kind: 'pre-compact', trigger: 'auto' },
  'PreCompact-manual.json': { kind: 'pre-compact', trigger: 'manual' },
  'PostCompact-auto.json': {
    kind: 'post-compact',
    trigger: 'auto',
    summary: '<state_snapshot><overall_goal>List files</overall_goal></state_snapshot>',
  },
  'InstructionsLoaded.json': {
    kind: 'instructions-loaded',
    file: { path: '/home/dev/project/QWEN.md', kind: 'project', reason: 'session_start' },
  },
  'SessionEnd-clear.json': { kind: 'session-end', reason: 'clear' },
  'SessionEnd-prompt_input_exit.json': { kind: 'session-end', reason: 'prompt_input_exit' },
}

describe('every recorded payload', () => {
  test.each(recorded)('%s is parsed', (name) => {
    const payload = read(name)
    const event = parse(payload)
    expect(event).toMatchObject({
      host: 'qwen',
      name: payload.hook_event_name,
      sessionId: payload.session_id,
      transcriptPath: payload.transcript_path,
      cwd: payload.cwd,
    })
    expect(event.detail).toMatchObject(details[name] ?? { kind: 'other' })
    if (typeof payload.prompt_id === 'string') expect(event.hostTurnId).toBe(payload.prompt_id)
  })

  test('those we listen to are among them, but for an error of the model', () => {
    const names = recorded.map((name) => name.replace(/(-[\w-]+)?\.json$/, ''))
    const unseen = qwenProtocol.events.filter(({ name }) => !names.includes(name))
    expect(unseen.map(({ name }) => name)).toEqual(['StopFailure'])
  })
})

describe('a prompt', () => {
  test('is what was typed, without the files it points to', () => {
    const files = '\n--- Content from referenced files ---\nContent from @a.md:\nA'
    const payload = { ...read('UserPromptSubmit.json'), prompt: `explain @a.md${files}` }
    const { submitted_prompt, ...older }: JsonObject = payload
    expect(parse({ ...payload, submitted_prompt: 'explain @a.md' }).detail).toMatchObject({
      text: 'explain @a.md',
    })
    expect(parse(older).detail).toMatchObject({ text: 'explain @a.md' })
  })

  test('that comes again, empty, after tool calls begins no turn and gets no answer', async () => {
    const capture = await openCapture({ findHost: findHostProtocol })
    const send = (name: string) => {
      const payload = read(name)
      capture.deliverText(
        { host: 'qwen', event: String(payload.hook_event_name) },
        JSON.stringify(payload),
      )
    }
    for (const name of [
      'UserPromptSubmit.json',
      'PostToolUse-run_shell_command.json',
      'UserPromptSubmit-empty-after-tools.json',
      'Stop.json',
    ])
      send(name)
    await capture.drain()
    expect(capture.count('turns')).toBe(1)
    expect(capture.count('tool_events')).toBe(1)
  })

  test('of a subagent is not the user’s', () => {
    const payload = { ...read('UserPromptSubmit.json'), agent_id: 'general-purpose-1' }
    expect(parse(payload).detail.kind).toBe('other')
  })
})

describe('a tool call', () => {
  test('has the id that is in the client’s history too', () => {
    expect(parse(read('PostToolUse-run_shell_command.json')).detail).toMatchObject({
      toolUseId: 'call_mwh5cagt0',
    })
  })

  test('has the other id where an older version sends only that', () => {
    const { tool_call_id, ...older } = read('PostToolUse-run_shell_command.json')
    expect(parse(older).detail).toMatchObject({ toolUseId: 'toolu_1794705541658_mip7n07cy' })
  })

  test('inside a subagent names it', () => {
    expect(parse(read('PostToolUse-in-subagent.json')).agent).toEqual({
      id: 'general-purpose-call_mwh5d9uf0',
      name: '',
    })
  })

  test('of a shell has failed if its output says so', () => {
    const tool_response = { llmContent: 'Command: false\nExit Code: 1', returnDisplay: '' }
    const shell = { ...read('PostToolUse-run_shell_command.json'), tool_response }
    expect(parse(shell).detail).toMatchObject({ outcome: 'failed' })
    expect(parse({ ...shell, tool_name: 'read_file' }).detail).toMatchObject({ outcome: 'ok' })
  })
})

test('context is given in Claude Code’s form, where the client was seen to take it', () => {
  for (const event of ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'PostToolUseFailure']) {
    expect(JSON.parse(qwenProtocol.renderAnswer(event, 'use pnpm'))).toEqual({
      hookSpecificOutput: { hookEventName: event, additionalContext: 'use pnpm' },
    })
  }
  for (const event of ['PreCompact', 'SubagentStart', 'Stop', 'SessionEnd']) {
    expect(qwenProtocol.renderAnswer(event, 'use pnpm')).toBe('')
  }
})

function read(name: string): JsonObject {
  const value: unknown = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
  if (!isJsonObject(value)) throw new Error(`${name} is no object`)
  return value
}

function parse(payload: JsonObject) {
  const event = qwenProtocol.parse(String(payload.hook_event_name), payload)
  if (!event) throw new Error('no session')
  return event
}

describe('transcript', () => {
  const recorded = (name: string) =>
    readFileSync(
      new URL(`../../../../test/fixtures/hosts/qwen/${name}.jsonl`, import.meta.url),
      'utf8',
    )
  const asked = (text: string) => ({ role: 'user', text, origin: 'user', hostTurnId: undefined })
  const said = (text: string) => ({ role: 'assistant', text })
  const user = (text: string, rest: JsonObject = {}): JsonObject => {
    return { type: 'user', message: { role: 'user', parts: [{ text }] }, ...rest }
  }
  const read = (...lines: JsonObject[]) =>
    readTranscript(lines.map((line) => JSON.stringify(line)).join('\n'))

  test('the recorded session is a prompt and an answer', () => {
    const transcript = recorded('transcript')
    expect(readTranscript(transcript)).toEqual([asked('Edit the readme'), said('README edited.')])
    expect(readContextTokens(transcript)).toBe(140)
  })

  test('context that hooks added is not the user’s', () => {
    expect(readTranscript(recorded('transcript-hook-context'))).toEqual([
      asked('run the failing command'),
      said('The file does not exist.'),
    ])
    const context =
      '<qwen:user-prompt-submit-context>\nUse pnpm.\n</qwen:user-prompt-submit-context>'
    const message = { role: 'user', parts: [{ text: 'go' }, { text: context }] }
    expect(read({ type: 'user', message })).toEqual([asked('go')])
  })

  test('a compaction is a boundary', () => {
    expect(readTranscript(recorded('transcript-compaction'))).toEqual([
      asked('grow big'),
      { role: 'compaction' },
      said('Understood.'),
    ])
  })

  test('what is typed while the agent works counts; what the client says for the user does not', () => {
    expect(
      read(
        user('and the tests', { subtype: 'mid_turn_user_message' }),
        user('<task-notification>done</task-notification>', { subtype: 'notification' }),
        user('every morning', { subtype: 'cron' }),
        user('search it', { agentId: 'general-purpose-1' }),
      ),
    ).toEqual([asked('and the tests')])
  })

  test('a prompt is without the files it points to', () => {
    const parts = [
      { text: 'explain @a.md' },
      { text: '\n--- Content from referenced files ---' },
      { text: 'A' },
    ]
    expect(read({ type: 'user', message: { parts } })).toEqual([asked('explain @a.md')])
  })

  test('broken lines and records of an unknown form are skipped', () => {
    expect(
      readTranscript('lf":1}\n\nnull\n{"type":"user"}\n{"type":"user","message":"x"}'),
    ).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import {
  expectNothingLost,
  parsePayload,
  readRecorded,
  recorded,
} from '../../../../test/support/homes/claude-recorded.ts'
import type { EventKind } from '../../../core/model/host-event.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { claudeCodeProtocol } from './protocol.ts'

const kinds: Readonly<Record<string, EventKind>> = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'before-tool',
  PostToolUse: 'tool',
  PostToolUseFailure: 'tool',
  Stop: 'turn-end',
  StopFailure: 'turn-end',
  SubagentStart: 'subagent-start',
  SubagentStop: 'subagent-end',
  PreCompact: 'pre-compact',
  PostCompact: 'post-compact',
  InstructionsLoaded: 'instructions-loaded',
  CwdChanged: 'cwd-changed',
  SessionEnd: 'session-end',
}

describe('every recorded payload', () => {
  test.each(recorded)('%s is parsed without losing a field', (name) => {
    const payload = readRecorded(name)
    const event = parsePayload(payload)
    expect(event).toMatchObject({
      host: 'claude-code',
      name: payload.hook_event_name,
      sessionId: payload.session_id,
      transcriptPath: payload.transcript_path,
      cwd: payload.cwd,
    })
    const isCompaction = name === 'SubagentStop-compaction.json'
    expect(event.detail.kind).toBe(
      isCompaction ? 'other' : (kinds[String(payload.hook_event_name)] ?? 'other'),
    )
    expectNothingLost(payload, event)
  })

  test('the body of an http hook is the same payload', () => {
    const { body } = readRecorded('http-hook-request.json')
    expect(parsePayload(body as JsonObject).detail).toMatchObject({
      kind: 'tool',
      toolName: 'Bash',
    })
  })

  test('every connected event was recorded from the real client', () => {
    const names = recorded.map((name) => name.replace(/(-[\w-]+)?\.json$/, ''))
    for (const { name } of claudeCodeProtocol.events) expect(names).toContain(name)
  })
})

describe('the detail of an event', () => {
  test('a session start keeps its source, its model and the rest', () => {
    expect(parsePayload(readRecorded('SessionStart-compact.json')).detail).toEqual({
      kind: 'session-start',
      source: 'compact',
      model: 'claude-opus-5-5',
    })
    expect(parsePayload(readRecorded('SessionStart-resume.json')).fields).toEqual({
      seconds_since_last_response: 1,
      context_tokens: 140,
      prompt_cache_likely_expired: false,
      estimated_cache_write_usd: 0.0007,
    })
  })

  test('prompts are distinguished by who wrote them', () => {
    const originOf = (prompt: string) => {
      const { detail } = parsePayload({ ...readRecorded('UserPromptSubmit.json'), prompt })
      return detail.kind === 'prompt' && detail.origin
    }
    expect(parsePayload(readRecorded('UserPromptSubmit.json')).detail).toEqual({
      kind: 'prompt',
      text: 'List the files',
      origin: 'user',
    })
    expect(parsePayload(readRecorded('UserPromptSubmit-slash-command.json')).detail).toMatchObject({
      origin: 'command',
    })
    expect(
      parsePayload(readRecorded('UserPromptSubmit-task-notification.json')).detail,
    ).toMatchObject({
      origin: 'notification',
    })
    expect(originOf('/compact')).toBe('command')
    expect(originOf('/plugin:review-pr\n12')).toBe('command')
    expect(originOf('/etc/hosts is wrong')).toBe('user')
    expect(originOf('/')).toBe('user')
    expect(originOf('why is <task-notification> shown?')).toBe('user')
    expect(originOf('')).toBe('user')
  })

  test('a prompt carries the id of its turn and is distinct by it', () => {
    const event = parsePayload(readRecorded('UserPromptSubmit.json'))
    expect(event.hostTurnId).toBe('b6f18624-e220-4a40-a5c1-691a44627682')
    expect(event.isDistinct).toBe(true)
    const { prompt_id: _, ...without } = readRecorded('UserPromptSubmit.json')
    expect(parsePayload(without).isDistinct).toBe(false)
  })

  test('a tool call keeps input, output, id and duration', () => {
    const event = parsePayload(readRecorded('PostToolUse-mcp.json'))
    expect(event.detail).toEqual({
      kind: 'tool',
      toolName: 'mcp__notes__add_note',
      toolUseId: 'toolu_mwh4a9va0',
      input: { text: 'use pnpm' },
      output: [{ type: 'text', text: 'saved: use pnpm' }],
      outcome: 'ok',
      durationMs: 9,
    })
    expect(event.isDistinct).toBe(true)
    expect(event.fields).toEqual({
      permission_mode: 'default',
      effort: { level: 'medium' },
      mcp_server: { name: 'notes', source: 'dynamic' },
    })
  })

  test('a failed tool call has its error as output', () => {
    expect(parsePayload(readRecorded('PostToolUseFailure-Bash.json')).detail).toMatchObject({
      kind: 'tool',
      outcome: 'failed',
      output: {
        error: 'Exit code 1\ncat: does-not-exist.txt: No such file or directory',
        is_interrupt: false,
      },
      durationMs: 28,
    })
  })

  test('a tool call inside a subagent names the agent', () => {
    expect(parsePayload(readRecorded('PostToolUse-in-subagent.json')).agent).toEqual({
      id: 'ab8020be57bc14338',
      name: 'Explore',
    })
  })

  test('the role of a whole session is no subagent', () => {
    const event = parsePayload({
      ...readRecorded('SessionStart-startup.json'),
      agent_type: 'reviewer',
    })
    expect(event.agent).toBeUndefined()
    expect(event.fields).toEqual({ agent_type: 'reviewer' })
  })

  test('a turn ends with its answer, well or badly', () => {
    expect(parsePayload(readRecorded('Stop-background-task.json')).detail).toEqual({
      kind: 'turn-end',
      answer: 'The subagent found it.',
      outcome: 'ok',
    })
    const failed = parsePayload(readRecorded('StopFailure-rate_limit.json'))
    expect(failed.detail).toEqual({
      kind: 'turn-end',
      answer: 'API Error: Request rejected (429) · rate limited',
      outcome: 'failed',
    })
    expect(failed.fields).toMatchObject({ error: 'rate_limit' })
    expect(failed.isDistinct).toBe(false)
  })

  test('a subagent starts and ends under its name', () => {
    const agent = { id: 'ab8020be57bc14338', name: 'Explore' }
    expect(parsePayload(readRecorded('SubagentStart.json'))).toMatchObject({
      agent,
      isDistinct: true,
    })
    expect(parsePayload(readRecorded('SubagentStop.json'))).toMatchObject({
      agent,
      isDistinct: true,
      detail: { kind: 'subagent-end', answer: 'The parser lives in src/parser.' },
    })
  })

  test('the end of a compaction is not the end of a subagent', () => {
    const event = parsePayload(readRecorded('SubagentStop-compaction.json'))
    expect(event.detail).toEqual({ kind: 'other' })
    expect(event.agent).toBeUndefined()
    expect(event.fields).toMatchObject({ agent_id: 'ab61bf4af5170ee0e', agent_type: '' })
  })

  test('compaction keeps trigger, instructions and summary', () => {
    const before = parsePayload(readRecorded('PreCompact-manual.json'))
    expect(before.detail).toEqual({ kind: 'pre-compact', trigger: 'manual' })
    expect(before.fields).toEqual({ custom_instructions: 'keep decisions' })
    expect(parsePayload(readRecorded('PreCompact-auto.json')).fields).toEqual({
      custom_instructions: null,
    })
    expect(parsePayload(readRecorded('PostCompact-auto.json')).detail).toMatchObject({
      trigger: 'auto',
      summary: expect.stringContaining('use pnpm'),
    })
  })

  test('a changed folder is the new one, also when the client still reports the old', () => {
    const payload = readRecorded('CwdChanged.json')
    expect(parsePayload(payload)).toMatchObject({
      cwd: '/home/dev/project/src',
      fields: { old_cwd: '/home/dev/project' },
    })
    expect(parsePayload({ ...payload, cwd: '/home/dev/project' })).toMatchObject({
      cwd: '/home/dev/project/src',
      fields: { cwd: '/home/dev/project' },
    })
  })
})

describe('answers', () => {
  test.each(['SessionStart', 'UserPromptSubmit', 'SubagentStart', 'PostToolUse'])(
    '%s hands over the context as JSON',
    (name) => {
      const answer = claudeCodeProtocol.renderAnswer(name, 'two\nlines "quoted"')
      expect(answer).not.toContain('\n')
      expect(JSON.parse(answer)).toEqual({
        hookSpecificOutput: { hookEventName: name, additionalContext: 'two\nlines "quoted"' },
      })
    },
  )

  test('nothing is said without context', () => {
    expect(claudeCodeProtocol.renderAnswer('SessionStart', '')).toBe('')
  })

  test.each(['PreCompact', 'Stop', 'Unheard'])('%s is never answered', (name) => {
    expect(claudeCodeProtocol.renderAnswer(name, 'context')).toBe('')
  })
})

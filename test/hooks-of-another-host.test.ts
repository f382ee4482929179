/** Hosts that run Claude Code's hooks besides their own: what happens is taken in once, as theirs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findHostProtocol } from '../src/adapters/hosts/hosts.ts'
import type { JsonObject } from '../src/core/model/json.ts'
import { type Capture, one, openCapture } from './support/core/capture.ts'
import { makeTemporaryFolder } from './support/homes/temporary-folder.ts'

const recordings = join(import.meta.dirname, 'fixtures', 'hosts')

interface Happening {
  readonly event: string
  /** Undefined where Claude Code has no such event. */
  readonly claudeEvent: string | undefined
  readonly payload: JsonObject
}

describe('a session of Copilot CLI in a project that Claude Code is connected in', () => {
  const happenings = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'SessionEnd'].map(
    (event) => ({ event, claudeEvent: event, payload: read(`copilot/pascal/${event}.json`) }),
  )

  test('is one session with one turn, its answer taken from the transcript', async () => {
    const transcript = join(makeTemporaryFolder(), 'events.jsonl')
    writeFileSync(transcript, `${assistantLine('I will look.')}\n${assistantLine('Four.')}\n`)
    const told = happenings.map(({ payload, ...about }) => {
      const path = payload.transcript_path === undefined ? {} : { transcript_path: transcript }
      return { ...about, payload: { ...payload, ...path } }
    })
    const capture = await takeInTwice('copilot', told)
    expect(one(capture.rows('SELECT host FROM sessions'))).toEqual({ host: 'copilot' })
    expect(capture.count('events')).toBe(5)
    expect(capture.count('tool_events')).toBe(1)
    expect(one(capture.turns())).toMatchObject({
      prompt: 'List the files',
      answer: 'Four.',
      outcome: 'ok',
    })
  })
})

describe('a conversation of Cursor that loads hooks of Claude Code', () => {
  test('is one session with one turn, its answer kept when the turn stops', async () => {
    const capture = await takeInTwice('cursor', [
      cursors('sessionStart', 'SessionStart'),
      cursors('beforeSubmitPrompt', 'UserPromptSubmit'),
      cursors('postToolUse', 'PostToolUse', 'postToolUse-Shell'),
      cursors('afterAgentResponse', undefined),
      cursors('stop', 'Stop'),
    ])
    expect(one(capture.rows('SELECT host, model FROM sessions'))).toEqual({
      host: 'cursor',
      model: 'claude-4.5-sonnet',
    })
    expect(capture.count('tool_events')).toBe(1)
    expect(one(capture.turns())).toMatchObject({
      prompt: 'List the files',
      answer: 'The project has a README and a src folder.',
      outcome: 'ok',
    })
  })
})

/** Each by the host's own hook and, right after it, by Claude Code's. */
async function takeInTwice(host: string, happenings: readonly Happening[]): Promise<Capture> {
  const capture = await openCapture({ findHost: findHostProtocol })
  for (const { event, claudeEvent, payload } of happenings) {
    const text = JSON.stringify(payload)
    capture.deliverText({ host, event }, text)
    if (claudeEvent) capture.deliverText({ host: 'claude-code', event: claudeEvent }, text)
  }
  await capture.drain()
  expect(await capture.spool.rejected()).toEqual([])
  return capture
}

function cursors(event: string, claudeEvent: string | undefined, file = event): Happening {
  return { event, claudeEvent, payload: read(`cursor/${file}.json`) }
}

function assistantLine(content: string): string {
  return JSON.stringify({ type: 'assistant.message', data: { content } })
}

function read(file: string): JsonObject {
  return JSON.parse(readFileSync(join(recordings, file), 'utf8')) as JsonObject
}

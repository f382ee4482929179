import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openCapture } from '../../../test/support/core/capture.ts'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { transcriptFiles } from '../../adapters/filesystem/host-files.ts'
import type { JsonObject } from '../model/json.ts'

const transcript = (...lines: unknown[]) => lines.map((line) => JSON.stringify(line)).join('\n')
const says = (role: string, content: unknown) => ({ type: role, message: { role, content } })

function writeTranscript(text: string): string {
  const file = join(makeTemporaryFolder(), 'session.jsonl')
  writeFileSync(file, text)
  return file
}

describe('a transcript that is skipped', () => {
  const skipped = { message: 'a transcript was skipped', host: 'claude-code', session: 's1' }
  test.each<[string, JsonObject | string]>([
    ['the payload has no transcript_path', {}],
    ['the payload has no transcript_path', { transcript_path: null }],
    ['transcript_path is empty', { transcript_path: '' }],
    ['transcript_path is not a string', { transcript_path: 7 }],
    ['transcript_path is not a string', { transcript_path: ['/a.jsonl'] }],
    ['the transcript is missing or cannot be read', { transcript_path: '/nowhere/s.jsonl' }],
    ['the transcript is missing or cannot be read', { transcript_path: '/' }],
    ['the transcript is empty', ' \n'],
    ['the transcript holds no messages', '{"broken'],
  ])('is logged because %s', async (reason, given) => {
    const capture = await openCapture()
    const isText = typeof given === 'string'
    await capture.take('Stop', isText ? { transcript_path: writeTranscript(given) } : given)
    expect(capture.logged).toEqual([{ ...skipped, reason, event: 'Stop' }])
  })

  test('is logged before a compaction too', async () => {
    const capture = await openCapture()
    await capture.take('PreCompact', { trigger: 'auto' })
    expect(capture.logged).toEqual([
      { ...skipped, reason: 'the payload has no transcript_path', event: 'PreCompact' },
    ])
  })

  test('is logged once for a reason and session', async () => {
    const capture = await openCapture()
    for (const session_id of ['s1', 's1', 's2', 's1', 's2']) {
      await capture.take('Stop', { session_id })
      await capture.take('Stop', { session_id, transcript_path: '' })
    }
    expect(capture.logged.map(({ session, reason }) => [session, reason])).toEqual([
      ['s1', 'the payload has no transcript_path'],
      ['s1', 'transcript_path is empty'],
      ['s2', 'the payload has no transcript_path'],
      ['s2', 'transcript_path is empty'],
    ])
  })

  test('is not logged when nobody needs it', async () => {
    const capture = await openCapture()
    await capture.take('Stop', { last_assistant_message: 'Done.' })
    await capture.take('SessionStart', { source: 'startup' })
    expect(capture.logged).toEqual([])
  })
})

async function answerOf(stop: Record<string, string>): Promise<unknown> {
  const capture = await openCapture()
  capture.deliver('UserPromptSubmit', { prompt: 'go', prompt_id: 'p1' })
  capture.deliver('Stop', { prompt_id: 'p1', ...stop })
  await capture.drain()
  return capture.rows('SELECT answer FROM turns')[0]?.answer
}

test('a turn that ends without its text gets it from the transcript', async () => {
  const path = writeTranscript(
    transcript(says('user', 'go'), says('assistant', [{ type: 'text', text: 'Done.' }])),
  )
  expect(await answerOf({ transcript_path: path })).toBe('Done.')
})

test('an answer that the host writes a moment after the end of the turn is waited for', async () => {
  const path = writeTranscript(transcript(says('user', 'go')))
  const answered = transcript(says('user', 'go'), says('assistant', 'Done.'))
  const capture = await openCapture()
  let looks = 0
  const letWrite = async (ms: number) => {
    capture.clock.advance(ms)
    looks += 1
    if (looks === 3) writeFileSync(path, answered)
  }
  capture.deliver('UserPromptSubmit', { prompt: 'go', prompt_id: 'p1' })
  capture.deliver('Stop', { prompt_id: 'p1', transcript_path: path })
  await capture.drain({ transcripts: { ...transcriptFiles, letWrite } })
  expect(capture.rows('SELECT answer FROM turns')).toEqual([{ answer: 'Done.' }])
  expect(looks).toBe(3)
})

test('the answer of a turn that ended a while ago is not waited for, nor any for long', async () => {
  const capture = await openCapture()
  let waitedMs = 0
  const letWrite = async (ms: number) => {
    waitedMs += ms
  }
  capture.deliver('Stop', { transcript_path: '/nowhere/session.jsonl' })
  capture.clock.advance(60_000)
  await capture.drain({ transcripts: { ...transcriptFiles, letWrite } })
  expect(waitedMs).toBe(0)
  capture.deliver('Stop', { transcript_path: '/nowhere/session.jsonl' })
  // A clock that stands still.
  await capture.drain({ transcripts: { ...transcriptFiles, letWrite } })
  expect(waitedMs).toBe(1_000)
})

test('what the host says itself comes first', async () => {
  const path = writeTranscript(transcript(says('assistant', 'From the file.')))
  const stop = { transcript_path: path, last_assistant_message: 'From the host.' }
  expect(await answerOf(stop)).toBe('From the host.')
})

test('a secret in the transcript is redacted', async () => {
  const key = `ghp_${'a1B2'.repeat(9)}`
  const path = writeTranscript(transcript(says('assistant', `Use ${key} here.`)))
  expect(await answerOf({ transcript_path: path })).toBe('Use [redacted:github-token] here.')
})

test('a transcript that is missing, empty or broken leaves the turn without an answer', async () => {
  expect(await answerOf({ transcript_path: '/nowhere/session.jsonl' })).toBeNull()
  expect(await answerOf({ transcript_path: '' })).toBeNull()
  expect(await answerOf({ transcript_path: writeTranscript('') })).toBeNull()
  expect(await answerOf({ transcript_path: writeTranscript('{"broken') })).toBeNull()
})

test('of a large transcript only the end is read', async () => {
  const filler = says('user', 'x'.repeat(1_000))
  const lines = Array.from({ length: 600 }, () => filler)
  const path = writeTranscript(transcript(...lines, says('assistant', 'The end.')))
  expect(await answerOf({ transcript_path: path })).toBe('The end.')
})

test('an answer to an earlier prompt is not taken for this one', async () => {
  const path = writeTranscript(transcript(says('assistant', 'Earlier.'), says('user', 'And now?')))
  expect(await answerOf({ transcript_path: path })).toBeNull()
})

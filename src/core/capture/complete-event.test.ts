import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCapture } from '../../../test/support/core/capture.ts'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'

const transcript = (...lines: unknown[]) => lines.map((line) => JSON.stringify(line)).join('\n')
const says = (role: string, content: unknown) => ({ type: role, message: { role, content } })

function writeTranscript(text: string): string {
  const file = join(makeTemporaryFolder(), 'session.jsonl')
  writeFileSync(file, text)
  return file
}

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

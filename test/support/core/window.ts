/** Windows on turns that a test makes up, and on transcripts that it writes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transcriptFiles } from '../../../src/adapters/filesystem/host-files.ts'
import { claudeCodeProtocol } from '../../../src/adapters/hosts/claude-code/protocol.ts'
import { createRedactor } from '../../../src/adapters/redaction/redactor.ts'
import { toExchange } from '../../../src/core/extraction/window/build-window.ts'
import {
  readCompleteTurns,
  type TranscriptPorts,
} from '../../../src/core/extraction/window/transcript-exchanges.ts'
import type { CapturedTurn } from '../../../src/core/ports/history.ts'
import { makeTemporaryFolder } from '../homes/temporary-folder.ts'

export const windowPorts: TranscriptPorts = {
  transcripts: transcriptFiles,
  redactor: createRedactor(),
  findHost: (name) => (name === claudeCodeProtocol.name ? claudeCodeProtocol : undefined),
}

export const turn = (number: number, changes: Partial<CapturedTurn> = {}): CapturedTurn => ({
  id: `t${number}`,
  number,
  hostTurnId: undefined,
  prompt: `prompt ${number}`,
  origin: 'user',
  answer: `answer ${number}`,
  outcome: 'ok',
  endedAt: undefined,
  actions: [],
  ...changes,
})

export const user = (content: string, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
})
export const assistant = (text: string) => ({
  type: 'assistant',
  message: { role: 'assistant', content: [{ type: 'text', text }] },
})
export const compaction = { type: 'system', subtype: 'compact_boundary' }

/** @returns the path of a transcript of Claude Code */
export function transcript(...entries: unknown[]): string {
  const file = join(makeTemporaryFolder(), 'session.jsonl')
  writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  return file
}

/** For each turn its id, and what was said in it. */
export async function exchanges(
  turns: readonly CapturedTurn[],
  transcriptPath?: string,
  changes: Partial<TranscriptPorts> = {},
) {
  const session = { sessionId: 's1', host: 'claude-code', transcriptPath }
  const told = await readCompleteTurns(session, turns, { ...windowPorts, ...changes })
  return told
    .map((each) => toExchange({ ...each, turnId: each.turn.id, actions: each.turn.actions }))
    .map((each) => [each.turnId, each.user, each.assistant])
}

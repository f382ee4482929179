/**
 * Clients from before `last_assistant_message` end a turn without its text. The transcript has it,
 * unless it lags behind or is gone, and then the turn simply has no answer.
 */

import type { HostEvent } from '../model/host-event.ts'
import type { HostProtocol } from '../ports/host.ts'
import type { Redactor } from '../ports/redactor.ts'
import type { Transcripts } from '../ports/transcripts.ts'

export interface AnswerParts {
  readonly transcripts: Transcripts
  readonly redactor: Redactor
}

export async function completeAnswer(
  event: HostEvent,
  host: HostProtocol,
  { transcripts, redactor }: AnswerParts,
): Promise<HostEvent> {
  const { detail, transcriptPath } = event
  const isMissing = detail.kind === 'turn-end' && detail.answer === undefined
  if (!isMissing || transcriptPath === undefined || !host.readTranscript) return event
  const tail = await transcripts.tail(transcriptPath)
  const last = host.readTranscript(tail ?? '').at(-1)
  // A person who spoke after the assistant has not been answered yet.
  if (last?.role !== 'assistant') return event
  return { ...event, detail: { ...detail, answer: redactor.redact(last.text) } }
}

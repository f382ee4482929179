/** What a payload leaves unsaid and a file on disk tells, as it is when the event is taken in. */

import type { EventDetail, HostEvent } from '../model/host-event.ts'
import type { HostProtocol } from '../ports/host.ts'
import type { MeasureFile } from '../ports/measure-file.ts'
import { type AnswerParts, completeAnswer } from './complete-answer.ts'

export interface CompletionParts extends AnswerParts {
  readonly measureFile: MeasureFile
}

export async function completeEvent(
  event: HostEvent,
  host: HostProtocol,
  parts: CompletionParts,
): Promise<HostEvent> {
  const { detail } = event
  switch (detail.kind) {
    case 'turn-end':
      return completeAnswer(event, host, parts)
    case 'pre-compact':
      return { ...event, detail: { ...detail, ...(await contextTokens(event, host, parts)) } }
    case 'instructions-loaded':
      return { ...event, detail: await measured(detail, parts) }
    default:
      return event
  }
}

async function contextTokens(
  { transcriptPath }: HostEvent,
  host: HostProtocol,
  { transcripts }: CompletionParts,
): Promise<{ contextTokens?: number }> {
  if (transcriptPath === undefined || !host.readContextTokens) return {}
  const tokens = host.readContextTokens((await transcripts.tail(transcriptPath)) ?? '')
  return tokens === undefined ? {} : { contextTokens: tokens }
}

async function measured(
  { kind, file }: Extract<EventDetail, { kind: 'instructions-loaded' }>,
  { measureFile }: CompletionParts,
): Promise<EventDetail> {
  return { kind, file: { ...file, ...(await measureFile(file.path)) } }
}

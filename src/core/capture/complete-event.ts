/** Completes an event from files on disk, where its payload leaves something out. */
import type { EventDetail, HostEvent } from '../model/host-event.ts'
import type { HostProtocol } from '../ports/host.ts'
import type { MeasureFile, Transcripts } from '../ports/host-files.ts'
import type { Log } from '../ports/log.ts'
import type { Redactor } from '../ports/redactor.ts'

export interface CompletionParts {
  readonly transcripts: Transcripts
  readonly redactor: Redactor
  readonly measureFile: MeasureFile
  readonly reportSkippedTranscript: (event: HostEvent, reason: string) => void
}

export async function completeEvent(
  event: HostEvent,
  host: HostProtocol,
  parts: CompletionParts,
): Promise<HostEvent> {
  const { detail } = event
  switch (detail.kind) {
    case 'turn-end':
      return { ...event, detail: { ...detail, ...(await answerOf(event, host, parts)) } }
    case 'pre-compact':
      return { ...event, detail: { ...(await contextSize(event, host, parts)), ...detail } }
    case 'instructions-loaded':
      return { ...event, detail: await measured(detail, parts) }
    default:
      return event
  }
}

/**
 * Logs each reason once per session: a host without transcripts would repeat it on every turn.
 * @returns `reportSkippedTranscript`
 */
export function logSkippedTranscripts(log: Log): CompletionParts['reportSkippedTranscript'] {
  const logged = new Set<string>()
  return ({ host, sessionId, name }, reason) => {
    const key = JSON.stringify([host, sessionId, reason])
    if (logged.has(key)) return
    if (logged.size >= mostRemembered) logged.clear()
    logged.add(key)
    log.warn('a transcript was skipped', { reason, host, session: sessionId, event: name })
  }
}

const mostRemembered = 1_000

/** Clients older than `last_assistant_message` end a turn without its text; the transcript has it. */
async function answerOf(
  event: HostEvent,
  host: HostProtocol,
  parts: CompletionParts,
): Promise<{ answer?: string }> {
  const hasAnswer = event.detail.kind === 'turn-end' && event.detail.answer !== undefined
  if (hasAnswer || !host.readTranscript) return {}
  const tail = await readTail(event, parts)
  if (tail === undefined) return {}
  const last = host.readTranscript(tail).findLast(({ role }) => role !== 'aside')
  if (!last) parts.reportSkippedTranscript(event, 'the transcript holds no messages')
  // If the user spoke last, there is no answer yet.
  return last?.role === 'assistant' ? { answer: parts.redactor.redact(last.text) } : {}
}

/** The transcript's figures, for what the payload does not say. */
async function contextSize(
  event: HostEvent,
  host: HostProtocol,
  parts: CompletionParts,
): Promise<{ contextTokens?: number; contextWindow?: number }> {
  if (!host.readContextTokens) return {}
  const tail = await readTail(event, parts)
  if (tail === undefined) return {}
  const contextTokens = host.readContextTokens(tail)
  const contextWindow = host.readContextWindow?.(tail)
  return {
    ...(contextTokens !== undefined && { contextTokens }),
    ...(contextWindow !== undefined && { contextWindow }),
  }
}

async function readTail(event: HostEvent, parts: CompletionParts): Promise<string | undefined> {
  const { transcriptPath, agent } = event
  const skip = (reason: string) => parts.reportSkippedTranscript(event, reason)
  if (transcriptPath === undefined) {
    // A subagent's transcript is not the session's, and some hosts leave it out.
    if (!agent) skip(pathProblem(event.fields.transcript_path))
    return undefined
  }
  const tail = await parts.transcripts.tail(transcriptPath)
  if (tail?.trim()) return tail
  skip(
    tail === undefined ? 'the transcript is missing or cannot be read' : 'the transcript is empty',
  )
  return undefined
}

function pathProblem(given: unknown): string {
  if (given === undefined || given === null) return 'the payload has no transcript_path'
  return given === '' ? 'transcript_path is empty' : 'transcript_path is not a string'
}

async function measured(
  { kind, file }: Extract<EventDetail, { kind: 'instructions-loaded' }>,
  { measureFile }: CompletionParts,
): Promise<EventDetail> {
  return { kind, file: { ...file, ...(await measureFile(file.path)) } }
}

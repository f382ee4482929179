/** Completes an event from files on disk if its payload is incomplete. */
import type { EventDetail, HostEvent } from '../model/host-event.ts'
import type { HostProtocol } from '../ports/host.ts'
import type { MeasureFile, Transcripts } from '../ports/host-files.ts'
import type { Log, Runtime } from '../ports/runtime.ts'

export interface CompletionParts extends Pick<Runtime, 'redactor' | 'clock'> {
  readonly transcripts: Transcripts
  readonly measureFile: MeasureFile
  readonly reportSkippedTranscript: (event: HostEvent, reason: string) => void
}

/** @param arrivedAt ISO 8601 UTC */
export async function completeEvent(
  event: HostEvent,
  arrivedAt: string,
  host: HostProtocol,
  parts: CompletionParts,
): Promise<HostEvent> {
  const { detail } = event
  switch (detail.kind) {
    case 'turn-end':
      return { ...event, detail: { ...detail, ...(await answerOf(event, arrivedAt, host, parts)) } }
    case 'pre-compact':
      return { ...event, detail: { ...(await contextSize(event, host, parts)), ...detail } }
    case 'instructions-loaded':
      return { ...event, detail: await measured(detail, parts) }
    default:
      return event
  }
}

/**
 * Logs each reason once per session: a host without transcripts would repeat it at every turn.
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

/** Copilot CLI runs the hook for the end of a turn about 50 ms before it writes the answer. */
const writeDelayMs = 1_000
const pollEveryMs = 50

/** Some clients end a turn without its text; the transcript has it, now or in a moment. */
async function answerOf(
  event: HostEvent,
  arrivedAt: string,
  host: HostProtocol,
  parts: CompletionParts,
): Promise<{ answer?: string }> {
  const hasAnswer = event.detail.kind === 'turn-end' && event.detail.answer !== undefined
  if (hasAnswer || !host.readTranscript) return {}
  const { transcripts, redactor, clock } = parts
  let reading = await readAnswer(event, host.readTranscript, transcripts)
  const isFresh = () => clock.now().getTime() < Date.parse(arrivedAt) + writeDelayMs
  // The clock may be wrong, so count the attempts too.
  const mostAttempts = event.transcriptPath === undefined ? 0 : writeDelayMs / pollEveryMs
  for (
    let looks = 0;
    reading.answer === undefined && looks < mostAttempts && isFresh();
    looks += 1
  ) {
    await transcripts.letWrite(pollEveryMs)
    reading = await readAnswer(event, host.readTranscript, transcripts)
  }
  if (reading.problem) parts.reportSkippedTranscript(event, reading.problem)
  return reading.answer === undefined ? {} : { answer: redactor.redact(reading.answer) }
}

async function readAnswer(
  event: HostEvent,
  readTranscript: NonNullable<HostProtocol['readTranscript']>,
  transcripts: Transcripts,
): Promise<{ answer?: string; problem?: string }> {
  const { text, problem } = await readTail(event, transcripts)
  if (text === undefined) return problem === undefined ? {} : { problem }
  const last = readTranscript(text).findLast(({ role }) => role !== 'aside')
  if (!last) return { problem: 'the transcript holds no messages' }
  // If the user spoke last, there is no answer yet.
  return last.role === 'assistant' ? { answer: last.text } : {}
}

/** Takes the transcript's figures if the payload has none. */
async function contextSize(
  event: HostEvent,
  host: HostProtocol,
  parts: CompletionParts,
): Promise<{ contextTokens?: number; contextWindow?: number }> {
  if (!host.readContextTokens) return {}
  const { text, problem } = await readTail(event, parts.transcripts)
  if (problem) parts.reportSkippedTranscript(event, problem)
  if (text === undefined) return {}
  const contextTokens = host.readContextTokens(text)
  const contextWindow = host.readContextWindow?.(text)
  return {
    ...(contextTokens !== undefined && { contextTokens }),
    ...(contextWindow !== undefined && { contextWindow }),
  }
}

async function readTail(
  { transcriptPath, agent, fields }: HostEvent,
  transcripts: Transcripts,
): Promise<{ text?: string; problem?: string }> {
  if (transcriptPath === undefined) {
    // A subagent's transcript is not the session's, and some hosts omit it.
    return agent ? {} : { problem: pathProblem(fields.transcript_path) }
  }
  const text = await transcripts.tail(transcriptPath)
  if (text?.trim()) return { text }
  return {
    problem:
      text === undefined
        ? 'the transcript is missing or cannot be read'
        : 'the transcript is empty',
  }
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

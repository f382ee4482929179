/** A session as its host recorded it: prompts and what was said after each. */
import type { PromptOrigin, TranscriptMessage } from '../../model/host-event.ts'
import type { HostProtocol } from '../../ports/host.ts'
import type { Transcripts } from '../../ports/host-files.ts'
import type { Redactor } from '../../ports/redactor.ts'
import type { Aside } from '../../provenance/said-in-tools.ts'

export interface TranscriptExchange {
  readonly hostTurnId: string | undefined
  /** Undefined if it is further back than was read. */
  readonly prompt: string | undefined
  readonly origin: PromptOrigin
  /** All messages of the assistant, not only its last. */
  readonly answers: readonly string[]
  readonly asides: readonly Aside[]
  /** How many compactions preceded it. */
  readonly compactions: number
}

export interface TranscriptPorts {
  readonly transcripts: Pick<Transcripts, 'tail'>
  readonly redactor: Redactor
  readonly findHost: (name: string) => HostProtocol | undefined
}

export interface RecordedSession {
  readonly sessionId: string
  readonly host: string
  readonly transcriptPath: string | undefined
}

/** The last exchanges, redacted; none if the host keeps no transcript or it cannot be read. */
export async function readExchanges(
  { host, transcriptPath }: RecordedSession,
  { transcripts, redactor, findHost }: TranscriptPorts,
): Promise<TranscriptExchange[]> {
  const protocol = findHost(host)
  if (!protocol?.readTranscript || transcriptPath === undefined) return []
  const tail = await transcripts.tail(transcriptPath)
  const messages = protocol.readTranscript(tail ?? '')
  return toExchanges(messages.map((message) => redactMessage(message, redactor)))
}

/** Complete exchanges since the last compaction; the others were read before it. */
export function sinceCompaction(exchanges: readonly TranscriptExchange[]): TranscriptExchange[] {
  const last = exchanges.at(-1)
  return exchanges.filter(
    ({ prompt, compactions }) => prompt !== undefined && compactions === last?.compactions,
  )
}

function redactMessage(message: TranscriptMessage, redactor: Redactor): TranscriptMessage {
  if (message.role === 'compaction') return message
  const text = redactor.redact(message.text)
  if (message.role !== 'aside' || message.question === undefined) return { ...message, text }
  return { ...message, text, question: redactor.redact(message.question) }
}

function toExchanges(messages: readonly TranscriptMessage[]): TranscriptExchange[] {
  const exchanges: TranscriptExchange[] = []
  let answers: string[] = []
  let asides: Aside[] = []
  let compactions = 0
  for (const message of messages) {
    if (message.role === 'compaction') {
      compactions += 1
      continue
    }
    if (message.role === 'user' || exchanges.length === 0) {
      answers = []
      asides = []
      exchanges.push({ ...promptOf(message), answers, asides, compactions })
    }
    if (message.role === 'assistant') answers.push(message.text)
    if (message.role === 'aside') asides.push({ question: message.question, words: message.text })
  }
  return exchanges.filter(wasTurn)
}

function promptOf(message: Exclude<TranscriptMessage, { role: 'compaction' }>) {
  if (message.role !== 'user') {
    return { hostTurnId: undefined, prompt: undefined, origin: 'user' as const }
  }
  const { hostTurnId, text: prompt, origin } = message
  return { hostTurnId, prompt, origin }
}

/** Commands that the host answers by itself never reach the agent. */
function wasTurn({ origin, answers }: TranscriptExchange): boolean {
  return origin !== 'command' || answers.length > 0
}

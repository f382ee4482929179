/** What all of Kiro's stores have in common: a conversation in which only prompts surely have a time. */
import { reportsFailure } from '../../../core/activity/tool-output.ts'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import type { ImportedEvent } from '../../../core/ports/history-source.ts'
import { typedOrigin } from '../../hosts/shared/event-readers.ts'
import { createConversation, type Moment } from '../shared/conversation.ts'

export const kiro = 'kiro'

export interface KiroSession {
  readonly id: string
  /** The session that started this one, if it is a subagent's. */
  readonly parentId?: string | undefined
  readonly cwd: string | undefined
  readonly model?: string | undefined
  /** For what comes before anything with a time. */
  readonly startedAt: string
}

export interface KiroTurns {
  /** A message without a time of its own happened when the last one did. */
  readonly at: (time: string | undefined, cwd?: string) => void
  prompt(text: string): ImportedEvent[]
  answer(text: string): void
  call(id: string, name: string, input: Json): void
  result(id: string, output: Json, hasFailed: boolean): ImportedEvent[]
  compaction(summary: string): ImportedEvent[]
  fail(): void
  end(): ImportedEvent[]
}

export function createKiroTurns({ id, parentId, cwd, model, startedAt }: KiroSession): KiroTurns {
  const conversation = createConversation(kiro, parentId ?? id)
  const agent = parentId === undefined ? {} : { agent: { id, name: 'subagent' } }
  let moment: Moment = { at: startedAt, cwd, model, ...agent }
  return {
    at(time, folder) {
      moment = { ...moment, at: time ?? moment.at, cwd: folder ?? moment.cwd }
    },
    prompt(text) {
      if (text.trim() === '' || moment.agent) return []
      // One store counts seconds, the other smaller parts of them.
      const identity = `${moment.at.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)} ${text}`
      return conversation.prompt({ identity, text, origin: typedOrigin(text) }, moment)
    },
    answer(text) {
      if (text.trim() !== '') conversation.answer(undefined, text, moment)
    },
    call: conversation.call,
    result(callId, output, hasFailed) {
      const outcome = hasFailed || exitsBadly(output) ? 'failed' : 'ok'
      return conversation.result({ id: callId, output, outcome }, moment)
    },
    compaction: (summary) =>
      conversation.compaction(`${moment.at} ${summary}`, { trigger: 'unknown', summary }, moment),
    fail: conversation.fail,
    end: conversation.end,
  }
}

function exitsBadly(output: Json): boolean {
  const status = isJsonObject(output) ? output.exit_status : undefined
  return reportsFailure(output) || (status !== undefined && Number(status) !== 0)
}

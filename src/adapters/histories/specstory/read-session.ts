/** Reads a session that SpecStory exported from an agent's own history. */
import { exportedTurn } from '../../../core/capture/imported-turn.ts'
import type { ImportedEvent } from '../../../core/ports/history-source.ts'
import { asTyped, originOf } from '../../hosts/claude-code/transcript.ts'
import { type Conversation, createConversation, type Moment } from '../shared/conversation.ts'
import { messagesIn, type SpecStoryMessage } from './messages.ts'
import { readAgentText } from './tool-uses.ts'

export interface ExportedSession {
  /** The agent in which it was held. */
  readonly host: string
  readonly id: string
  readonly cwd: string | undefined
  readonly startedAt: string
}

interface Reading {
  readonly conversation: Conversation
  readonly id: string
  prompts: number
  tools: number
}

export function* readExportedSession(
  { host, id, cwd, startedAt }: ExportedSession,
  text: string,
): Generator<ImportedEvent> {
  const reading: Reading = { conversation: createConversation(host, id), id, prompts: 0, tools: 0 }
  let moment: Moment = { at: startedAt, cwd }
  for (const message of messagesIn(text)) {
    const { at = moment.at, model = moment.model, isSidechain } = message
    moment = {
      at,
      cwd,
      model,
      ...(isSidechain && { agent: { id: 'sidechain', name: 'subagent' } }),
    }
    if (message.role === 'agent') yield* takeAgent(message, moment, reading)
    else yield* takeUser(message, moment, reading)
  }
  yield* reading.conversation.end()
}

function* takeUser(
  message: SpecStoryMessage,
  moment: Moment,
  reading: Reading,
): Generator<ImportedEvent> {
  const text = asTyped(message.text)
  if (text === '' || moment.agent) return
  reading.prompts += 1
  const identity = `${reading.id} ${reading.prompts}`
  const prompt = { identity, text, origin: originOf(text), turn: exportedTurn(identity) }
  yield* reading.conversation.prompt(prompt, moment)
}

function* takeAgent(
  { text }: SpecStoryMessage,
  moment: Moment,
  reading: Reading,
): Generator<ImportedEvent> {
  const { conversation } = reading
  const { said, tools } = readAgentText(text)
  for (const { name, input, output, hasFailed } of tools) {
    reading.tools += 1
    const id = `${reading.id} ${reading.tools}`
    conversation.call(id, name, input)
    yield* conversation.result({ id, output, outcome: hasFailed ? 'failed' : 'ok' }, moment)
  }
  if (said !== '') conversation.answer(undefined, said, moment)
}

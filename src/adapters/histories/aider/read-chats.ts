/**
 * Reads Aider's Markdown of all chats in a folder. What the user typed stands after `####`, what
 * Aider did after `>`, both ending in two spaces; the rest are the words of the model, which may have
 * such lines of its own.
 */
import type { ImportedEvent } from '../../../core/ports/history-source.ts'
import { typedOrigin } from '../../hosts/shared/event-readers.ts'
import { type Conversation, createConversation, type Moment } from '../shared/conversation.ts'

export const aider = 'aider'

const typed = /^#### (.*) {2}$/
const done = /^> (.*) {2}$/
export const started = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$/
const model = /^(?:Main model|Models?): (\S+)/
const edited = /^Applied edit to (.+)$/

interface Chat {
  readonly conversation: Conversation
  /** Not with the folder: a copy in another one tells the same. */
  readonly identity: string
  moment: Moment
  count: number
}

export interface AiderFolder {
  readonly cwd: string
  /** When a prompt was typed, if that is known. */
  readonly typedAt: (text: string, since: string) => string | undefined
}

export function* readChats(lines: Iterable<string>, folder: AiderFolder): Generator<ImportedEvent> {
  let chat: Chat | undefined
  let prompt: string[] = []
  const answer: string[] = []
  for (const line of lines) {
    const start = started.exec(line)?.[1]
    const words = typed.exec(line)?.[1]
    const act = done.exec(line)?.[1]
    if (words === undefined && prompt.length > 0) {
      if (chat) yield* takePrompt(prompt.join('\n'), chat, folder)
      prompt = []
    }
    if (chat && (start ?? words ?? act) !== undefined) takeAnswer(answer, chat)
    if (start !== undefined) {
      if (chat) yield* chat.conversation.end()
      chat = beginChat(start, folder)
    } else if (words !== undefined) prompt.push(words)
    else if (act !== undefined && chat) yield* takeAct(act, chat)
    else answer.push(line)
  }
  if (!chat) return
  if (prompt.length > 0) yield* takePrompt(prompt.join('\n'), chat, folder)
  takeAnswer(answer, chat)
  yield* chat.conversation.end()
}

function beginChat(start: string, { cwd }: AiderFolder): Chat {
  const conversation = createConversation(aider, `${start} ${cwd}`)
  const at = aiderTime(start)
  return { conversation, identity: start, moment: { at, cwd }, count: 0 }
}

/** Aider writes the time of the machine's own zone. */
export const aiderTime = (time: string) => new Date(time.replace(' ', 'T')).toISOString()

function* takePrompt(text: string, chat: Chat, folder: AiderFolder): Generator<ImportedEvent> {
  if (text.trim() === '' || text === '<blank>') return
  const at = folder.typedAt(text, chat.moment.at) ?? chat.moment.at
  chat.moment = { ...chat.moment, at }
  chat.count += 1
  const identity = `${chat.identity} ${chat.count} ${text}`
  yield* chat.conversation.prompt({ identity, text, origin: typedOrigin(text) }, chat.moment)
}

/** Takes the lines out of the list. */
function takeAnswer(lines: string[], { conversation, moment, count, identity }: Chat): void {
  const text = lines.splice(0).join('\n').trim()
  if (text !== '') conversation.answer(`${identity} ${count} ${text}`, text, moment)
}

function* takeAct(act: string, chat: Chat): Generator<ImportedEvent> {
  const { conversation, identity, moment } = chat
  const name = model.exec(act)?.[1]
  if (name !== undefined) chat.moment = { ...moment, model: name }
  const path = edited.exec(act)?.[1]
  if (path === undefined) return
  chat.count += 1
  const id = `${identity} ${chat.count} ${path}`
  conversation.call(id, 'edit', { file_path: path })
  yield* conversation.result({ id, output: act, outcome: 'ok' }, moment)
}

/** Aider's history: one Markdown file per project, with all its chats. */
import { createReadStream } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  type HistoryItem,
  type HistoryPlace,
  type HistorySource,
  type ImportedEvent,
  isSkipped,
} from '../../core/ports/history-source.ts'
import { byStart, findFile, readSmallText, readWholeText, toItem } from '../foreign-files/files.ts'
import { type Conversation, createConversation, eventsOfFile, type Moment } from './conversation.ts'

const fileName = '.aider.chat.history.md'

export function createAiderSource(): HistorySource {
  return {
    name: 'aider',
    async discover(place) {
      const items: HistoryItem[] = []
      for (const path of pathsOf(place)) {
        const file = await findFile(path)
        if (!file) continue
        const { startedAt, sessions } = await countChats(path)
        items.push(toItem(file, { startedAt, sessions, project: dirname(path) }))
      }
      return items.toSorted(byStart)
    },
    async *read({ path, bytes }) {
      const file = await readWholeText(path)
      if (isSkipped(file)) return yield file
      const lines = file.text.split('\n')
      // Aider ends every write with a line break.
      const isTorn = lines.pop() !== ''
      const typedAt = await readPromptTimes(join(dirname(path), '.aider.input.history'))
      yield* eventsOfFile(readChats(lines, { cwd: dirname(path), typedAt }), bytes)
      if (isTorn) yield { skipped: 'torn last line' }
    },
  }
}

function pathsOf({ path, folders }: HistoryPlace): string[] {
  const places = path === undefined ? folders : [path]
  return places.map((each) => (basename(each) === fileName ? each : join(each, fileName)))
}

async function countChats(
  path: string,
): Promise<{ readonly startedAt?: string; readonly sessions: number }> {
  const starts: string[] = []
  try {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const start = started.exec(line)?.[1]
      if (start !== undefined) starts.push(start)
    }
  } catch {
    // The file is gone or unreadable; reading it reports the error.
  }
  const [first] = starts
  return { ...(first !== undefined && { startedAt: aiderTime(first) }), sessions: starts.length }
}

/**
 * Reads the times of prompts from the list of typed lines: `# <time>`, then `+<line>`.
 * @returns a function: the first unused time since then at which a text was typed
 */
async function readPromptTimes(
  path: string,
): Promise<(text: string, since: string) => string | undefined> {
  const times = new Map<string, string[]>()
  for (const entry of ((await readSmallText(path)) ?? '').split(/^# /m)) {
    const [head = '', ...lines] = entry.split('\n')
    const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{3})?/.exec(head)?.[0]
    const text = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1))
    if (time === undefined || text.length === 0) continue
    const key = keyOf(text.join('\n'))
    times.set(key, [...(times.get(key) ?? []), aiderTime(time)])
  }
  return (text, since) => {
    const known = times.get(keyOf(text))
    const at = known?.findIndex((time) => time >= since) ?? -1
    return at < 0 ? undefined : known?.splice(0, at + 1).at(-1)
  }
}

const keyOf = (text: string) => text.replace(/\s+$/gm, '')

const typed = /^#### (.*) {2}$/
const done = /^> (.*) {2}$/
const started = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$/
const model = /^(?:Main model|Models?): (\S+)/
const edited = /^Applied edit to (.+)$/

interface Chat {
  readonly conversation: Conversation
  /** Leaves out the folder, so that a copy elsewhere has the same identity. */
  readonly identity: string
  moment: Moment
  count: number
}

interface AiderFolder {
  readonly cwd: string
  /** When a prompt was typed, if known. */
  readonly typedAt: (text: string, since: string) => string | undefined
}

/**
 * Reads all chats of a folder. `####` marks what the user typed, `>` what Aider did; both end in
 * two spaces. The rest is the model's, which may write such lines too.
 */
function* readChats(lines: Iterable<string>, folder: AiderFolder): Generator<ImportedEvent> {
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
  const conversation = createConversation('aider', `${start} ${cwd}`)
  const at = aiderTime(start)
  return { conversation, identity: start, moment: { at, cwd }, count: 0 }
}

/** Aider writes local time. */
const aiderTime = (time: string) => new Date(time.replace(' ', 'T')).toISOString()

function* takePrompt(text: string, chat: Chat, folder: AiderFolder): Generator<ImportedEvent> {
  if (text.trim() === '' || text === '<blank>') return
  const at = folder.typedAt(text, chat.moment.at) ?? chat.moment.at
  chat.moment = { ...chat.moment, at }
  chat.count += 1
  const identity = `${chat.identity} ${chat.count} ${text}`
  yield* chat.conversation.prompt({ identity, text }, chat.moment)
}

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
  const edit = { id, name: 'edit', input: { file_path: path }, output: act, hasFailed: false }
  yield* conversation.tool(edit, moment)
}

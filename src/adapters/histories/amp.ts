/** Amp's history: a file for each thread. Newer versions keep threads on their servers. */
import { basename, join } from 'node:path'
import { nameAgent } from '../../contract/vocabulary.ts'
import { reportsFailure } from '../../core/activity/tool-output.ts'
import { type JsonObject, listOf, objectOf, stringOf, timeOf } from '../../core/model/json.ts'
import {
  type HistoryPlace,
  type HistorySource,
  type ImportedEvent,
  isSkipped,
} from '../../core/ports/history-source.ts'
import {
  byStart,
  findFiles,
  pathOfUri,
  readSmallJson,
  readWholeJson,
  toItem,
} from '../foreign-files/files.ts'
import { typedOrigin } from '../hosts/shared/event-readers.ts'
import { type Conversation, createConversation, type Moment } from './conversation.ts'

export function createAmpSource(): HistorySource {
  return {
    name: amp,
    displayName: nameAgent(amp),
    async discover(place) {
      const folder = join(folderOf(place), 'threads')
      const files = await findFiles(folder, (path) => /^T-.*\.json$/.test(basename(path)), 0)
      const items = await Promise.all(
        files.map(async (file) => {
          const thread = objectOf(await readSmallJson(file.path))
          const startedAt = timeOf(thread.created)
          return toItem(file, { startedAt, project: placeOf(thread).cwd })
        }),
      )
      return items.toSorted(byStart)
    },
    async *read({ path, changedAt }) {
      const file = await readWholeJson(path)
      if (isSkipped(file)) return yield file
      const thread = objectOf(file.json)
      const startedAt = timeOf(thread.created) ?? changedAt ?? new Date(0).toISOString()
      yield* readThread(thread, basename(path, '.json'), startedAt)
    },
  }
}

function folderOf({ userHome, env, path }: HistoryPlace): string {
  return path ?? join(env.XDG_DATA_HOME ?? join(userHome, '.local', 'share'), 'amp')
}

// Reads a thread of Amp: messages of Anthropic's API, with the results in `run`.

const amp = 'amp'

interface AmpPlace {
  readonly cwd: string | undefined
  readonly branch: string | undefined
  readonly remote: string | undefined
}

function placeOf(thread: JsonObject): AmpPlace {
  const [tree] = listOf(objectOf(objectOf(thread.env).initial).trees).map(objectOf)
  const { ref, url } = objectOf(tree?.repository)
  return {
    cwd: pathOfUri(tree?.uri),
    branch: stringOf(ref)?.replace(/^refs\/heads\//, ''),
    remote: stringOf(url),
  }
}

/** The number of a message is only its place in the thread. */
function* readThread(
  thread: JsonObject,
  threadId: string,
  startedAt: string,
): Generator<ImportedEvent> {
  const conversation = createConversation(amp, threadId)
  let moment: Moment = { at: startedAt, ...placeOf(thread) }
  for (const message of listOf(thread.messages).map(objectOf)) {
    const usage = objectOf(message.usage)
    const at = timeOf(objectOf(message.meta).sentAt) ?? timeOf(usage.timestamp) ?? moment.at
    moment = { ...moment, at, model: stringOf(usage.model) ?? moment.model }
    const blocks = listOf(message.content).map(objectOf)
    for (const block of blocks) yield* takeBlock(block, moment, conversation)
    const text = blocks
      .filter(({ type }) => type === 'text')
      .flatMap((block) => stringOf(block.text) ?? [])
      .join('\n')
      .trim()
    const identity = `${threadId} ${message.messageId}`
    if (text === '') continue
    if (message.role === 'assistant') conversation.answer(identity, text, moment)
    if (message.role === 'user')
      yield* conversation.prompt({ identity, text, origin: typedOrigin(text) }, moment)
  }
  yield* conversation.end()
}

const ended = new Set(['done', 'error', 'cancelled', 'rejected-by-user'])

function* takeBlock(
  block: JsonObject,
  moment: Moment,
  conversation: Conversation,
): Generator<ImportedEvent> {
  if (block.type === 'tool_use')
    conversation.call(
      stringOf(block.id) ?? '',
      stringOf(block.name) ?? 'unknown',
      block.input ?? null,
    )
  const { status, result, error } = objectOf(block.run)
  if (block.type !== 'tool_result' || !ended.has(String(status))) return
  const output = result ?? error ?? ''
  const outcome = status !== 'done' || reportsFailure(output) ? 'failed' : 'ok'
  yield* conversation.result({ id: stringOf(block.toolUseID) ?? '', output, outcome }, moment)
}

/** Amp's history: one file per thread. Newer versions keep threads on their servers. */
import { basename, join } from 'node:path'
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
import { type Conversation, contentText, createConversation, type Moment } from './conversation.ts'

export function createAmpSource(): HistorySource {
  return {
    name: 'amp',
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

function placeOf(thread: JsonObject): Pick<Moment, 'cwd' | 'branch' | 'remote'> {
  const [tree] = listOf(objectOf(objectOf(thread.env).initial).trees).map(objectOf)
  const { ref, url } = objectOf(tree?.repository)
  return {
    cwd: pathOfUri(tree?.uri),
    branch: stringOf(ref)?.replace(/^refs\/heads\//, ''),
    remote: stringOf(url),
  }
}

/** A message's number is only its position in the thread. */
function* readThread(
  thread: JsonObject,
  threadId: string,
  startedAt: string,
): Generator<ImportedEvent> {
  const conversation = createConversation('amp', threadId)
  let moment: Moment = { at: startedAt, ...placeOf(thread) }
  for (const { usage, meta, content, role, messageId } of listOf(thread.messages).map(objectOf)) {
    const { timestamp, model } = objectOf(usage)
    const at = timeOf(objectOf(meta).sentAt) ?? timeOf(timestamp) ?? moment.at
    moment = { ...moment, at, model: stringOf(model) ?? moment.model }
    for (const block of listOf(content)) yield* takeBlock(objectOf(block), moment, conversation)
    yield* conversation.say(role, `${threadId} ${messageId}`, contentText(content).trim(), moment)
  }
  yield* conversation.end()
}

const ended = new Set(['done', 'error', 'cancelled', 'rejected-by-user'])

/** Blocks have the format of Anthropic's API, but results are under `run`. */
function* takeBlock(
  block: JsonObject,
  moment: Moment,
  conversation: Conversation,
): Generator<ImportedEvent> {
  if (block.type === 'tool_use') conversation.call(block.id, block.name, block.input)
  const { status, result, error } = objectOf(block.run)
  if (block.type !== 'tool_result' || !ended.has(String(status))) return
  const output = result ?? error ?? ''
  const hasFailed = status !== 'done' || reportsFailure(output)
  yield* conversation.result({ id: stringOf(block.toolUseID) ?? '', output, hasFailed }, moment)
}

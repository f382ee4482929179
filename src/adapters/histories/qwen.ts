/** Qwen Code's history: a folder for each project with a file for each session and each subagent. */
import { basename, dirname, join, sep } from 'node:path'
import { nameAgent } from '../../contract/vocabulary.ts'
import { reportsFailure } from '../../core/activity/tool-output.ts'
import { type JsonObject, listOf, objectOf, stringOf, timeOf } from '../../core/model/json.ts'
import {
  type HistoryPlace,
  type HistorySource,
  type ImportedEvent,
  isSkipped,
  type SkippedPart,
} from '../../core/ports/history-source.ts'
import { byBeginning, findFiles, toItem } from '../foreign-files/files.ts'
import { firstTime, readJsonLines } from '../foreign-files/read-lines.ts'
import { typedIn } from '../hosts/qwen/protocol.ts'
import { typedOrigin } from '../hosts/shared/event-readers.ts'
import { type Conversation, createConversation, type Moment } from './conversation.ts'

export function createQwenSource(): HistorySource {
  return {
    name: qwen,
    displayName: nameAgent(qwen),
    async discover(place) {
      const files = await findFiles(join(folderOf(place), 'projects'), isSession)
      const found = await Promise.all(
        files.map(async (file) => ({
          item: toItem(file, {
            startedAt: await firstTime(file.path),
            project: projectOf(file.path),
            sessions: isOfSubagent(file.path) ? 0 : 1,
          }),
          modifiedMs: file.modifiedMs,
        })),
      )
      return found.toSorted(byBeginning).map(({ item }) => item)
    },
    read: ({ path }) => readQwenSession(path, sessionOf(path)),
  }
}

/** Sessions may be kept elsewhere than the settings. */
function folderOf({ userHome, env, path }: HistoryPlace): string {
  return path ?? (env.QWEN_RUNTIME_DIR || env.QWEN_HOME || join(userHome, '.qwen'))
}

const isOfSubagent = (path: string) => path.includes(`${sep}subagents${sep}`)

/** `projects/<project>/…` */
const projectOf = (path: string) => path.split(`${sep}projects${sep}`).at(-1)?.split(sep)[0]

const isSession = (path: string) =>
  path.endsWith('.jsonl') && (isOfSubagent(path) || basename(dirname(path)) === 'chats')

const sessionOf = (path: string) =>
  isOfSubagent(path) ? basename(dirname(path)) : basename(path, '.jsonl')

// Reads a session of Qwen Code: records as Claude Code's, with contents as Gemini CLI's.

const qwen = 'qwen'

const marks = [
  '"type":"user"',
  '"type":"assistant"',
  '"type":"tool_result"',
  '"subtype":"chat_compression"',
]

async function* readQwenSession(
  path: string,
  sessionId: string,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  const conversation = createConversation(qwen, sessionId)
  for await (const line of readJsonLines(path, { marks })) {
    if (isSkipped(line)) yield line
    else yield* takeRecord(line.entry, conversation)
  }
  yield* conversation.end()
}

function* takeRecord(entry: JsonObject, conversation: Conversation): Generator<ImportedEvent> {
  const moment = momentOf(entry)
  const uuid = stringOf(entry.uuid)
  if (!moment || uuid === undefined) return
  const parts = listOf(objectOf(entry.message).parts).map(objectOf)
  const text = parts.flatMap((part) => stringOf(part.text) ?? []).join('\n')
  switch (entry.subtype === 'chat_compression' ? 'compression' : entry.type) {
    case 'user': {
      const typed = typedIn(entry)
      if (moment.agent || typed === undefined) return
      const origin = typedOrigin(typed)
      return yield* conversation.prompt({ identity: uuid, text: typed, origin }, moment)
    }
    case 'assistant':
      for (const { functionCall } of parts) {
        const { id, name, args } = objectOf(functionCall)
        if (stringOf(id)) conversation.call(String(id), stringOf(name) ?? 'unknown', args ?? null)
      }
      if (text.trim() !== '') conversation.answer(uuid, text, moment)
      return
    case 'tool_result':
      for (const part of parts) yield* takeResult(part, moment, conversation)
      return
    case 'compression': {
      const { triggerReason } = objectOf(objectOf(entry.systemPayload).info)
      const detail = { trigger: stringOf(triggerReason) ?? 'unknown' }
      return yield* conversation.compaction(uuid, detail, moment)
    }
  }
}

function* takeResult(
  { functionResponse }: JsonObject,
  moment: Moment,
  conversation: Conversation,
): Generator<ImportedEvent> {
  const { id, name, response } = objectOf(functionResponse)
  const { output, error } = objectOf(response)
  const said = stringOf(output) ?? stringOf(error) ?? ''
  const hasFailed =
    stringOf(error) !== undefined || (name === 'run_shell_command' && reportsFailure(said))
  const outcome = hasFailed ? 'failed' : 'ok'
  yield* conversation.result({ id: stringOf(id) ?? '', output: said, outcome }, moment)
}

function momentOf(entry: JsonObject): Moment | undefined {
  const at = timeOf(entry.timestamp)
  if (at === undefined) return undefined
  const id = stringOf(entry.agentId)
  return {
    at,
    cwd: stringOf(entry.cwd),
    branch: stringOf(entry.gitBranch),
    model: stringOf(entry.model),
    ...(id !== undefined && { agent: { id, name: stringOf(entry.agentName) ?? 'subagent' } }),
  }
}

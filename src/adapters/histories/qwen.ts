/** Qwen Code's history: one folder per project, one file per session and subagent. */
import { basename, dirname, join, sep } from 'node:path'
import { reportsFailure } from '../../core/activity/tool-output.ts'
import { type JsonObject, listOf, objectOf, stringOf, timeOf } from '../../core/model/json.ts'
import type {
  HistoryPlace,
  HistorySource,
  ImportedEvent,
  SkippedPart,
} from '../../core/ports/history-source.ts'
import { byStart, findFiles, toItem } from '../foreign-files/files.ts'
import { firstTime } from '../foreign-files/read-lines.ts'
import { typedIn } from '../hosts/qwen/protocol.ts'
import {
  type Conversation,
  contentText,
  createConversation,
  type Moment,
  takeLines,
} from './conversation.ts'

export function createQwenSource(): HistorySource {
  return {
    name: 'qwen',
    async discover(place) {
      const files = await findFiles(join(folderOf(place), 'projects'), isSession)
      const items = await Promise.all(
        files.map(async (file) =>
          toItem(file, {
            startedAt: await firstTime(file.path),
            project: projectOf(file.path),
            sessions: isOfSubagent(file.path) ? 0 : 1,
          }),
        ),
      )
      return items.toSorted(byStart)
    },
    read: ({ path }) => readQwenSession(path, sessionOf(path)),
  }
}

/** Sessions may be in another folder than the settings. */
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
  const conversation = createConversation('qwen', sessionId)
  yield* takeLines(path, (entry) => takeRecord(entry, conversation), marks)
  yield* conversation.end()
}

/** Records have Claude Code's format, their contents Gemini CLI's. */
function* takeRecord(entry: JsonObject, conversation: Conversation): Generator<ImportedEvent> {
  const moment = momentOf(entry)
  const uuid = stringOf(entry.uuid)
  if (!moment || uuid === undefined) return
  const { parts: content } = objectOf(entry.message)
  const parts = listOf(content).map(objectOf)
  switch (entry.subtype === 'chat_compression' ? 'compression' : entry.type) {
    case 'user': {
      const typed = typedIn(entry)
      if (moment.agent || typed === undefined) return
      return yield* conversation.prompt({ identity: uuid, text: typed }, moment)
    }
    case 'assistant':
      for (const { functionCall } of parts) {
        const { id, name, args } = objectOf(functionCall)
        if (stringOf(id)) conversation.call(id, name, args)
      }
      if (contentText(content).trim() !== '')
        conversation.answer(uuid, contentText(content), moment)
      return
    case 'tool_result':
      for (const part of parts) yield* takeResult(part, moment, conversation)
      return
    case 'compression': {
      const { triggerReason } = objectOf(objectOf(entry.systemPayload).info)
      return yield* conversation.compaction(uuid, { trigger: stringOf(triggerReason) }, moment)
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
  yield* conversation.result({ id: stringOf(id) ?? '', output: said, hasFailed }, moment)
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

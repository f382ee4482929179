/** Copilot CLI's history: one folder per session, with all events in one file. */
import { basename, dirname, join } from 'node:path'
import { type JsonObject, objectOf, stringOf, timeOf } from '../../core/model/json.ts'
import type {
  HistoryPlace,
  HistorySource,
  ImportedEvent,
  SkippedPart,
} from '../../core/ports/history-source.ts'
import { byStart, findFiles, toItem } from '../foreign-files/files.ts'
import { firstTime } from '../foreign-files/read-lines.ts'
import { claudeToolName } from '../hosts/copilot/protocol.ts'
import { type Conversation, createConversation, type Moment, takeLines } from './conversation.ts'

export function createCopilotSource(): HistorySource {
  return {
    name: 'copilot',
    async discover(place) {
      const folder = join(folderOf(place), 'session-state')
      const files = await findFiles(folder, (path) => isSession(folder, path), 1)
      const items = await Promise.all(
        files.map(async (file) => toItem(file, { startedAt: await firstTime(file.path) })),
      )
      return items.toSorted(byStart)
    },
    read: ({ path }) => readCopilotSession(path, sessionOf(path)),
  }
}

function folderOf({ userHome, env, path }: HistoryPlace): string {
  return path ?? env.COPILOT_HOME ?? join(userHome, '.copilot')
}

/** Early versions had no folder per session. */
const isSession = (folder: string, path: string) =>
  basename(path) === 'events.jsonl' || (dirname(path) === folder && path.endsWith('.jsonl'))

const sessionOf = (path: string) =>
  basename(path) === 'events.jsonl' ? basename(dirname(path)) : basename(path, '.jsonl')

/** Other lines are what went to the model and what it cost. */
const marks = [
  '"type":"session.start"',
  '"type":"session.resume"',
  '"type":"session.compaction_complete"',
  '"type":"user.message"',
  '"type":"assistant.message"',
  '"type":"tool.execution_',
  '"type":"subagent.started"',
]

interface Reading {
  readonly conversation: Conversation
  readonly agents: Map<string, string>
  place: Pick<Moment, 'cwd' | 'branch' | 'remote'>
}

async function* readCopilotSession(
  path: string,
  sessionId: string,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  const conversation = createConversation('copilot', sessionId)
  const reading: Reading = { conversation, agents: new Map(), place: {} }
  yield* takeLines(path, (entry) => takeEvent(entry, reading), marks)
  yield* conversation.end()
}

/** `{type, data, id, timestamp, agentId}` */
function* takeEvent(entry: JsonObject, reading: Reading): Generator<ImportedEvent> {
  const { conversation } = reading
  const data = objectOf(entry.data)
  const at = timeOf(entry.timestamp)
  if (at === undefined) return
  const moment: Moment = {
    at,
    ...reading.place,
    ...agentOf(entry, reading),
    model: stringOf(data.model),
  }
  switch (entry.type) {
    case 'session.start':
    case 'session.resume':
      reading.place = placeOf(objectOf(data.context))
      return
    case 'subagent.started':
      reading.agents.set(stringOf(entry.agentId) ?? '', stringOf(data.agentName) ?? 'subagent')
      return
    case 'user.message': {
      const text = stringOf(data.content)
      if (moment.agent || text === undefined || isFromAgent(data)) return
      const identity = stringOf(data.messageId) ?? stringOf(entry.id) ?? at
      return yield* conversation.prompt({ identity, text }, moment)
    }
    case 'assistant.message': {
      const text = stringOf(data.content)
      if (text !== undefined) conversation.answer(stringOf(data.messageId), text, moment)
      return
    }
    case 'tool.execution_start':
      return conversation.call(
        data.toolCallId,
        claudeToolName(stringOf(data.toolName) ?? 'unknown'),
        data.arguments,
      )
    case 'tool.execution_complete':
      return yield* takeResult(data, moment, conversation)
    case 'session.compaction_complete': {
      if (data.success !== true) return
      const identity = stringOf(data.compactionAttemptId) ?? at
      const summary = stringOf(data.summaryContent)
      return yield* conversation.compaction(identity, { summary }, moment)
    }
  }
}

/** Copilot reports a failed shell command as a success. */
function* takeResult(
  data: JsonObject,
  moment: Moment,
  conversation: Conversation,
): Generator<ImportedEvent> {
  const { exitCode } = objectOf(data.shellExecution)
  const hasFailed = data.success === false || (typeof exitCode === 'number' && exitCode !== 0)
  const said =
    stringOf(objectOf(data.result).content) ?? stringOf(objectOf(data.error).message) ?? ''
  const output = said.replace(shellEnd, '')
  yield* conversation.result({ id: stringOf(data.toolCallId) ?? '', output, hasFailed }, moment)
}

const shellEnd = /\n?<shellId: \d+ completed with exit code -?\d+>\s*$/

function placeOf(context: JsonObject): Reading['place'] {
  const [host, repository] = [stringOf(context.repositoryHost), stringOf(context.repository)]
  return {
    cwd: stringOf(context.cwd),
    branch: stringOf(context.branch),
    remote: host && repository ? `https://${host}/${repository}` : undefined,
  }
}

function agentOf({ agentId }: JsonObject, { agents }: Reading): Pick<Moment, 'agent'> {
  const id = stringOf(agentId)
  return id === undefined ? {} : { agent: { id, name: agents.get(id) ?? 'subagent' } }
}

const isFromAgent = ({ source }: JsonObject) => stringOf(source)?.startsWith('agent-') === true

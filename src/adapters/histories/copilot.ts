/** Copilot CLI's history: a folder for each session, with all its events in one file. */
import { basename, dirname, join } from 'node:path'
import { nameAgent } from '../../contract/vocabulary.ts'
import { type JsonObject, objectOf, stringOf, timeOf } from '../../core/model/json.ts'
import {
  type HistoryPlace,
  type HistorySource,
  type ImportedEvent,
  isSkipped,
  type SkippedPart,
} from '../../core/ports/history-source.ts'
import { byBeginning, findFiles, toItem } from '../foreign-files/files.ts'
import { firstTime, readJsonLines } from '../foreign-files/read-lines.ts'
import { claudeToolName } from '../hosts/copilot/protocol.ts'
import { typedOrigin } from '../hosts/shared/event-readers.ts'
import { type Conversation, createConversation, type Moment } from './conversation.ts'

export function createCopilotSource(): HistorySource {
  return {
    name: copilot,
    displayName: nameAgent(copilot),
    async discover(place) {
      const folder = join(folderOf(place), 'session-state')
      const files = await findFiles(folder, (path) => isSession(folder, path), 1)
      const found = await Promise.all(
        files.map(async (file) => ({
          item: toItem(file, { startedAt: await firstTime(file.path) }),
          modifiedMs: file.modifiedMs,
        })),
      )
      return found.toSorted(byBeginning).map(({ item }) => item)
    },
    read: ({ path }) => readCopilotSession(path, sessionOf(path)),
  }
}

function folderOf({ userHome, env, path }: HistoryPlace): string {
  return path ?? env.COPILOT_HOME ?? join(userHome, '.copilot')
}

/** Once there was no folder for each session. */
const isSession = (folder: string, path: string) =>
  basename(path) === 'events.jsonl' || (dirname(path) === folder && path.endsWith('.jsonl'))

const sessionOf = (path: string) =>
  basename(path) === 'events.jsonl' ? basename(dirname(path)) : basename(path, '.jsonl')

// Reads the events of a Copilot CLI session: `{type, data, id, timestamp, agentId}` a line.

const copilot = 'copilot'

/** The rest is what the model was sent, and what it cost. */
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
  const conversation = createConversation(copilot, sessionId)
  const reading: Reading = { conversation, agents: new Map(), place: {} }
  for await (const line of readJsonLines(path, { marks })) {
    if (isSkipped(line)) yield line
    else yield* takeEvent(line.entry, reading)
  }
  yield* conversation.end()
}

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
      return yield* conversation.prompt({ identity, text, origin: typedOrigin(text) }, moment)
    }
    case 'assistant.message': {
      const text = stringOf(data.content)
      if (text !== undefined) conversation.answer(stringOf(data.messageId), text, moment)
      return
    }
    case 'tool.execution_start':
      return conversation.call(
        stringOf(data.toolCallId) ?? '',
        claudeToolName(stringOf(data.toolName) ?? 'unknown'),
        data.arguments ?? null,
      )
    case 'tool.execution_complete':
      return yield* takeResult(data, moment, conversation)
    case 'session.compaction_complete': {
      if (data.success !== true) return
      const summary = stringOf(data.summaryContent)
      const identity = stringOf(data.compactionAttemptId) ?? at
      const detail = { trigger: 'unknown', ...(summary !== undefined && { summary }) }
      return yield* conversation.compaction(identity, detail, moment)
    }
  }
}

/** A shell command that fails is a success to the client. */
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
  const outcome = hasFailed ? 'failed' : 'ok'
  yield* conversation.result({ id: stringOf(data.toolCallId) ?? '', output, outcome }, moment)
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

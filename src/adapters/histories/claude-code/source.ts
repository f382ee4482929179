/** Claude Code's history: session files, files of subagents, and the log of prompts. */
import { basename, dirname, join, sep } from 'node:path'
import { nameAgent } from '../../../contract/vocabulary.ts'
import { isJsonObject, stringOf, timeOf } from '../../../core/model/json.ts'
import {
  type HistoryItem,
  type HistoryPlace,
  type HistorySource,
  type ImportedEvent,
  isSkipped,
  type SkippedPart,
} from '../../../core/ports/history-source.ts'
import {
  byBeginning,
  type FoundFile,
  findFile,
  findFiles,
  toItem,
} from '../../foreign-files/files.ts'
import { firstTime, readJsonLines } from '../../foreign-files/read-lines.ts'
import { typedOrigin } from '../../hosts/shared/event-readers.ts'
import { readSmallFile } from '../../read-small-file.ts'
import { createConversation } from '../conversation.ts'
import {
  claudeCode,
  readClaudeSession,
  type SessionFile,
  type SubagentFile,
} from './read-session.ts'

export function createClaudeCodeSource(): HistorySource {
  const sessions = new Map<string, SessionFile>()
  return {
    name: claudeCode,
    displayName: nameAgent(claudeCode),
    async discover(place) {
      sessions.clear()
      const folder = folderOf(place)
      const files = await findFiles(join(folder, 'projects'), (path) => path.endsWith('.jsonl'))
      const own = files.filter(({ path }) => !isOfSubagent(path))
      const subagents = await findSubagents(files.filter(({ path }) => isOfSubagent(path)))
      const found = await inGroups(own, (file) => describe(file, subagents))
      for (const { item, subagents: started } of found) {
        sessions.set(item.id, { item, sessionId: idOf(item.path), subagents: started })
      }
      const items = found.toSorted(byBeginning).map(({ item }) => item)
      const log = await findFile(join(folder, 'history.jsonl'))
      return log ? [...items, toItem(log, { sessions: 0 })] : items
    },
    async *read(item) {
      const session = sessions.get(item.id)
      const known = new Set([...sessions.values()].map(({ sessionId }) => sessionId))
      if (session) yield* readClaudeSession(session)
      else yield* readPromptLog(item.path, (sessionId) => known.has(sessionId))
    },
  }
}

const groupSize = 16

/** A year of sessions is more files than may be open at once. */
async function inGroups<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < all.length; at += groupSize) {
    done.push(...(await Promise.all(all.slice(at, at + groupSize).map(work))))
  }
  return done
}

function folderOf({ userHome, env, path }: HistoryPlace): string {
  return path ?? env.CLAUDE_CONFIG_DIR ?? join(userHome, '.claude')
}

const idOf = (path: string) => basename(path, '.jsonl')

const isOfSubagent = (path: string) =>
  path.includes(`${sep}subagents${sep}`) || basename(path).startsWith('agent-')

/** The first time in the file tells a fork from its original, whose records it copies. */
async function describe(
  file: FoundFile,
  subagents: ReadonlyMap<string, ReadonlyMap<string, SubagentFile & { readonly bytes: number }>>,
): Promise<{
  readonly item: HistoryItem
  readonly modifiedMs: number
  readonly subagents: ReadonlyMap<string, SubagentFile>
}> {
  const started = subagents.get(idOf(file.path)) ?? new Map()
  const bytes = [...started.values()].reduce((sum, each) => sum + each.bytes, file.bytes)
  const startedAt = await firstTime(file.path)
  const project = dirname(file.path)
  const item = { ...toItem(file, { startedAt, project }), bytes }
  return { item, modifiedMs: file.modifiedMs, subagents: started }
}

const mostMetaBytes = 64 * 1024

/** By session, and by the tool call that started each. */
async function findSubagents(files: readonly FoundFile[]) {
  const found = new Map<string, Map<string, SubagentFile & { readonly bytes: number }>>()
  for (const { path, bytes } of files) {
    const meta = await readMeta(path.replace(/\.jsonl$/, '.meta.json'))
    if (!meta) continue
    const sessionId = basename(dirname(dirname(path)))
    const ofSession = found.get(sessionId) ?? new Map()
    const id = idOf(path).replace(/^agent-/, '')
    ofSession.set(meta.toolUseId, { path, bytes, id, name: meta.name })
    found.set(sessionId, ofSession)
  }
  return found
}

async function readMeta(path: string): Promise<{ toolUseId: string; name: string } | undefined> {
  const text = await readSmallFile(path, { mostBytes: mostMetaBytes, followsLinks: true })
  try {
    const meta: unknown = JSON.parse(text?.toString('utf8') ?? '')
    const toolUseId = isJsonObject(meta) ? stringOf(meta.toolUseId) : undefined
    const name = isJsonObject(meta) ? stringOf(meta.agentType) : undefined
    return toolUseId === undefined ? undefined : { toolUseId, name: name ?? 'subagent' }
  } catch {
    return undefined
  }
}

// The log of prompts outlives the sessions: of those that are gone, it has what the user said.

async function* readPromptLog(
  path: string,
  hasTranscript: (sessionId: string) => boolean,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  for await (const line of readJsonLines(path)) {
    if (isSkipped(line)) {
      yield line
      continue
    }
    const { display, project, sessionId, timestamp } = line.entry
    const [text, session, at] = [stringOf(display), stringOf(sessionId), timeOf(timestamp)]
    if (text === undefined || session === undefined || at === undefined) continue
    const origin = typedOrigin(text)
    const isForClient = origin !== 'user' || text.startsWith('!')
    if (hasTranscript(session) || isForClient) continue
    const conversation = createConversation(claudeCode, session)
    const identity = `log ${session} ${at}`
    yield* conversation.prompt({ identity, text, origin }, { at, cwd: stringOf(project) })
  }
}

/** Codex's history: a rollout file for each thread, some of them compressed or archived. */
import { basename, join } from 'node:path'
import { nameAgent } from '../../../contract/vocabulary.ts'
import { type JsonObject, objectOf, stringOf, timeOf } from '../../../core/model/json.ts'
import {
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
import { readJsonLines } from '../../foreign-files/read-lines.ts'
import { typedOrigin } from '../../hosts/shared/event-readers.ts'
import { createConversation } from '../conversation.ts'
import { codex, readRollout, type Thread } from './read-rollout.ts'

export function createCodexSource(): HistorySource {
  const threads = new Map<string, Thread>()
  return {
    name: codex,
    displayName: nameAgent(codex),
    async discover(place) {
      threads.clear()
      const folder = folderOf(place)
      const found = []
      for (const file of await findRollouts(folder)) {
        const thread = await readHeader(file.path)
        const isOwn = thread?.agent === undefined
        const { startedAt, cwd: project } = thread ?? {}
        const item = toItem(file, { startedAt, project, sessions: isOwn ? 1 : 0 })
        if (thread) threads.set(item.id, thread)
        found.push({ item, modifiedMs: file.modifiedMs })
      }
      const items = found.toSorted(byBeginning).map(({ item }) => item)
      const log = await findFile(join(folder, 'history.jsonl'))
      return log ? [...items, toItem(log, { sessions: 0 })] : items
    },
    async *read(item) {
      const thread = threads.get(item.id)
      if (thread) yield* readRollout(thread)
      else if (basename(item.path) === 'history.jsonl') {
        const known = new Set([...threads.values()].map(({ sessionId }) => sessionId))
        yield* readPromptLog(item.path, (sessionId) => known.has(sessionId))
      } else yield { skipped: 'file without a header' }
    },
  }
}

function folderOf({ userHome, env, path }: HistoryPlace): string {
  return path ?? env.CODEX_HOME ?? join(userHome, '.codex')
}

/** While one is being compressed it is there twice. */
async function findRollouts(folder: string): Promise<FoundFile[]> {
  const isRollout = (path: string) => /[/\\]rollout-[^/\\]*\.jsonl(?:\.zst)?$/.test(path)
  const files = [
    ...(await findFiles(join(folder, 'sessions'), isRollout)),
    ...(await findFiles(join(folder, 'archived_sessions'), isRollout)),
  ]
  const plain = new Set(files.map(({ path }) => path))
  return files.filter(({ path }) => !path.endsWith('.zst') || !plain.has(path.slice(0, -4)))
}

/** The first line describes the thread; a fork may repeat its parent's after that. */
async function readHeader(path: string): Promise<Thread | undefined> {
  try {
    for await (const line of readJsonLines(path)) {
      return isSkipped(line) ? undefined : toThread(path, line.entry)
    }
  } catch {
    // It is gone, or may not be read: reading it says so.
  }
  return undefined
}

/** Before September 2025 the header stood alone, without a type. */
function toThread(path: string, entry: JsonObject): Thread | undefined {
  const meta = entry.type === 'session_meta' ? objectOf(entry.payload) : entry
  const id = stringOf(meta.id)
  if (id === undefined) return undefined
  const { branch, repository_url } = objectOf(meta.git)
  const isSubagent = stringOf(meta.parent_thread_id) !== undefined
  const name = stringOf(meta.agent_role) ?? stringOf(meta.agent_nickname) ?? 'subagent'
  const firstOrdinal = meta.subagent_history_start_ordinal
  return {
    path,
    sessionId: isSubagent ? (stringOf(meta.session_id) ?? id) : id,
    agent: isSubagent ? { id, name } : undefined,
    startedAt: timeOf(meta.timestamp),
    cwd: stringOf(meta.cwd),
    branch: stringOf(branch),
    remote: stringOf(repository_url),
    firstOrdinal: typeof firstOrdinal === 'number' ? firstOrdinal : 0,
  }
}

// Codex's log of prompts outlives the rollouts: of those that are gone, it has what the user said.

async function* readPromptLog(
  path: string,
  hasRollout: (sessionId: string) => boolean,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  for await (const line of readJsonLines(path)) {
    if (isSkipped(line)) {
      yield line
      continue
    }
    const { session_id, ts, text: typed } = line.entry
    const [text, session, at] = [stringOf(typed), stringOf(session_id), timeOf(ts)]
    if (text === undefined || session === undefined || at === undefined) continue
    const origin = typedOrigin(text)
    if (hasRollout(session) || origin !== 'user') continue
    const conversation = createConversation(codex, session)
    yield* conversation.prompt({ identity: `log ${session} ${at}`, text, origin }, { at })
  }
}

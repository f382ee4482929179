/** Codex's history: one rollout file per thread, some compressed or archived. */
import { basename, join } from 'node:path'
import { type JsonObject, objectOf, stringOf, timeOf } from '../../../core/model/json.ts'
import {
  type HistoryItem,
  type HistoryPlace,
  type HistorySource,
  isSkipped,
} from '../../../core/ports/history-source.ts'
import { byStart, type FoundFile, findFile, findFiles, toItem } from '../../foreign-files/files.ts'
import { readJsonLines } from '../../foreign-files/read-lines.ts'
import { type PromptLog, takeLines, takeLoggedPrompt } from '../conversation.ts'
import { readRollout, type Thread } from './read-rollout.ts'

export function createCodexSource(): HistorySource {
  const threads = new Map<string, Thread>()
  return {
    name: 'codex',
    async discover(place) {
      threads.clear()
      const folder = folderOf(place)
      const items: HistoryItem[] = []
      for (const file of await findRollouts(folder)) {
        const thread = await readHeader(file.path)
        const isOwn = thread?.agent === undefined
        const { startedAt, cwd: project } = thread ?? {}
        const item = toItem(file, { startedAt, project, sessions: isOwn ? 1 : 0 })
        if (thread) threads.set(item.id, thread)
        items.push(item)
      }
      const log = await findFile(join(folder, 'history.jsonl'))
      return [...items.toSorted(byStart), ...(log ? [toItem(log, { sessions: 0 })] : [])]
    },
    async *read(item) {
      const thread = threads.get(item.id)
      if (thread) yield* readRollout(thread)
      else if (basename(item.path) === 'history.jsonl') {
        const known = new Set([...threads.values()].map(({ sessionId }) => sessionId))
        const isKnown = (sessionId: string) => known.has(sessionId)
        yield* takeLines(item.path, (entry) => takeLoggedPrompt(promptLog, entry, isKnown))
      } else yield { skipped: 'file without a header' }
    },
  }
}

const promptLog: PromptLog = { host: 'codex', text: 'text', session: 'session_id', time: 'ts' }

function folderOf({ userHome, env, path }: HistoryPlace): string {
  return path ?? env.CODEX_HOME ?? join(userHome, '.codex')
}

/** During compression a rollout has two files. */
async function findRollouts(folder: string): Promise<FoundFile[]> {
  const isRollout = (path: string) => /[/\\]rollout-[^/\\]*\.jsonl(?:\.zst)?$/.test(path)
  const files = [
    ...(await findFiles(join(folder, 'sessions'), isRollout)),
    ...(await findFiles(join(folder, 'archived_sessions'), isRollout)),
  ]
  const plain = new Set(files.map(({ path }) => path))
  return files.filter(({ path }) => !path.endsWith('.zst') || !plain.has(path.slice(0, -4)))
}

/** The first line describes the thread; a fork may repeat its parent's description after it. */
async function readHeader(path: string): Promise<Thread | undefined> {
  try {
    for await (const line of readJsonLines(path)) {
      return isSkipped(line) ? undefined : toThread(path, line.entry)
    }
  } catch {
    // The file is gone or unreadable; reading it reports the error.
  }
  return undefined
}

/** Before September 2025 the header had no type and no payload. */
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

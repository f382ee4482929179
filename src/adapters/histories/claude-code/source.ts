/** Claude Code's history: session files, subagent files, and the log of prompts. */
import { basename, dirname, join, sep } from 'node:path'
import { objectOf, stringOf } from '../../../core/model/json.ts'
import type {
  HistoryItem,
  HistoryPlace,
  HistorySource,
} from '../../../core/ports/history-source.ts'
import {
  byStart,
  type FoundFile,
  findFile,
  findFiles,
  readSmallJson,
  toItem,
} from '../../foreign-files/files.ts'
import { firstTime } from '../../foreign-files/read-lines.ts'
import { type PromptLog, takeLines, takeLoggedPrompt } from '../conversation.ts'
import { readClaudeSession, type SessionFile, type SubagentFile } from './read-session.ts'

export function createClaudeCodeSource(): HistorySource {
  const sessions = new Map<string, SessionFile>()
  return {
    name: 'claude-code',
    async discover(place) {
      sessions.clear()
      const folder = folderOf(place)
      const files = await findFiles(join(folder, 'projects'), (path) => path.endsWith('.jsonl'))
      const own = files.filter(({ path }) => !isOfSubagent(path))
      const subagents = await findSubagents(files.filter(({ path }) => isOfSubagent(path)))
      const found = await inGroups(own, (file) => describe(file, subagents))
      for (const session of found) sessions.set(session.item.id, session)
      const items = found.map(({ item }) => item).toSorted(byStart)
      const log = await findFile(join(folder, 'history.jsonl'))
      return log ? [...items, toItem(log, { sessions: 0 })] : items
    },
    async *read(item) {
      const session = sessions.get(item.id)
      const known = new Set([...sessions.values()].map(({ sessionId }) => sessionId))
      const isKnown = (sessionId: string) => known.has(sessionId)
      if (session) yield* readClaudeSession(session)
      else yield* takeLines(item.path, (entry) => takeLoggedPrompt(promptLog, entry, isKnown))
    },
  }
}

const promptLog: PromptLog = {
  host: 'claude-code',
  text: 'display',
  session: 'sessionId',
  time: 'timestamp',
  cwd: 'project',
}

const groupSize = 16

/** A year of sessions has more files than a process may open at once. */
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

/** A fork copies the records of its original; the first time in each file shows which is which. */
async function describe(
  file: FoundFile,
  subagents: ReadonlyMap<string, ReadonlyMap<string, SubagentFile & { readonly bytes: number }>>,
): Promise<SessionFile> {
  const started = subagents.get(idOf(file.path)) ?? new Map()
  const bytes = [...started.values()].reduce((sum, each) => sum + each.bytes, file.bytes)
  const startedAt = await firstTime(file.path)
  const project = dirname(file.path)
  const item: HistoryItem = { ...toItem(file, { startedAt, project }), bytes }
  return { item, sessionId: idOf(file.path), subagents: started }
}

/** Subagent files, by session and by the tool call that started the subagent. */
async function findSubagents(files: readonly FoundFile[]) {
  const found = new Map<string, Map<string, SubagentFile & { readonly bytes: number }>>()
  for (const { path, bytes } of files) {
    const meta = objectOf(await readSmallJson(path.replace(/\.jsonl$/, '.meta.json')))
    const toolUseId = stringOf(meta.toolUseId)
    if (toolUseId === undefined) continue
    const sessionId = basename(dirname(dirname(path)))
    const ofSession = found.get(sessionId) ?? new Map()
    const id = idOf(path).replace(/^agent-/, '')
    ofSession.set(toolUseId, { path, bytes, id, name: stringOf(meta.agentType) ?? 'subagent' })
    found.set(sessionId, ofSession)
  }
  return found
}

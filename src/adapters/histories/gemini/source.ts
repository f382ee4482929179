/** Gemini CLI's history: a folder for each project, with a file for each session. */
import { basename, dirname, join, sep } from 'node:path'
import { nameAgent } from '../../../contract/vocabulary.ts'
import { isJsonObject, listOf, objectOf, stringOf, timeOf } from '../../../core/model/json.ts'
import type {
  HistoryItem,
  HistoryPlace,
  HistorySource,
  ImportedEvent,
  SkippedPart,
} from '../../../core/ports/history-source.ts'
import {
  byBeginning,
  findFiles,
  readSmallJson,
  readSmallText,
  toItem,
} from '../../foreign-files/files.ts'
import { typedOrigin } from '../../hosts/shared/event-readers.ts'
import { createConversation } from '../conversation.ts'
import { gemini, readGeminiSession, readHeader } from './read-session.ts'

export function createGeminiSource(): HistorySource {
  const sessionIds = new Set<string>()
  const folders = new Map<string, string>()
  return {
    name: gemini,
    displayName: nameAgent(gemini),
    async discover(place) {
      const root = folderOf(place)
      const files = await findFiles(join(root, 'tmp'), isHistory)
      const cwdOf = await createFolderNames(root)
      const found: { item: HistoryItem; modifiedMs: number }[] = []
      const logs: HistoryItem[] = []
      for (const file of files) {
        const project = projectFolder(file.path)
        const cwd = await cwdOf(project)
        if (cwd !== undefined) folders.set(file.path, cwd)
        if (isLog(file.path)) {
          logs.push(toItem(file, { sessions: 0 }))
          continue
        }
        const header = await readHeader(file.path)
        if (header) sessionIds.add(header.sessionId)
        const sessions = header && !isOfSubagent(file.path) ? 1 : 0
        const item = toItem(file, { startedAt: header?.startedAt, project, sessions })
        found.push({ item, modifiedMs: file.modifiedMs })
      }
      return [...found.toSorted(byBeginning).map(({ item }) => item), ...logs]
    },
    async *read({ path }) {
      const cwd = folders.get(path)
      if (isLog(path)) yield* readLog(path, cwd, (id) => sessionIds.has(id))
      else
        yield* readGeminiSession({
          path,
          cwd,
          parent: isOfSubagent(path) ? parentOf(path) : undefined,
        })
    },
  }
}

function folderOf({ userHome, env, path }: HistoryPlace): string {
  return path ?? join(env.GEMINI_CLI_HOME ?? userHome, '.gemini')
}

const isLog = (path: string) => basename(path) === 'logs.json'

const isHistory = (path: string) =>
  isLog(path) || (path.includes(`${sep}chats${sep}`) && /\.jsonl?$/.test(path))

/** `tmp/<project>/chats/<parent session>/…` */
const isOfSubagent = (path: string) => basename(dirname(dirname(path))) === 'chats'
const parentOf = (path: string) => basename(dirname(path))

function projectFolder(path: string): string {
  const at = path.indexOf(`${sep}chats${sep}`)
  return at < 0 ? dirname(path) : path.slice(0, at)
}

/** The folder is named after the project, or after a hash of where it lies. */
async function createFolderNames(root: string) {
  const projects = await readSmallJson(join(root, 'projects.json'))
  const names = objectOf(isJsonObject(projects) ? projects.projects : undefined)
  const byName = new Map(Object.entries(names).map(([cwd, name]) => [name, cwd]))
  return async (folder: string): Promise<string | undefined> =>
    stringOf((await readSmallText(join(folder, '.project_root')))?.trim()) ??
    byName.get(basename(folder))
}

// The log of prompts outlives the sessions: of those that are gone, it has what the user said.

async function* readLog(
  path: string,
  cwd: string | undefined,
  hasSession: (sessionId: string) => boolean,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  const log = await readSmallJson(path)
  if (log === undefined) return yield { skipped: 'log that is too large or not JSON' }
  for (const entry of listOf(log)) {
    const { sessionId, message, timestamp, messageId } = objectOf(entry)
    const [text, session, at] = [stringOf(message), stringOf(sessionId), timeOf(timestamp)]
    if (text === undefined || session === undefined || at === undefined) continue
    const origin = typedOrigin(text)
    if (hasSession(session) || origin !== 'user') continue
    const conversation = createConversation(gemini, session)
    const identity = `log ${session} ${String(messageId)} ${at}`
    yield* conversation.prompt({ identity, text, origin }, { at, cwd })
  }
}

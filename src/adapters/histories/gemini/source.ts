/** Gemini CLI's history: a folder for each project, with a file for each session. */
import { basename, dirname, join, sep } from 'node:path'
import { isJsonObject, listOf, objectOf, stringOf } from '../../../core/model/json.ts'
import type {
  HistoryItem,
  HistoryPlace,
  HistorySource,
} from '../../../core/ports/history-source.ts'
import {
  byStart,
  findFiles,
  readSmallJson,
  readSmallText,
  toItem,
} from '../../foreign-files/files.ts'
import { type PromptLog, takeLoggedPrompt } from '../conversation.ts'
import { readGeminiSession, readHeader } from './read-session.ts'

export function createGeminiSource(): HistorySource {
  const sessionIds = new Set<string>()
  const folders = new Map<string, string>()
  return {
    name: 'gemini',
    async discover(place) {
      const root = folderOf(place)
      const files = await findFiles(join(root, 'tmp'), isHistory)
      const cwdOf = await createFolderNames(root)
      const items: HistoryItem[] = []
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
        items.push(toItem(file, { startedAt: header?.startedAt, project, sessions }))
      }
      return [...items.toSorted(byStart), ...logs]
    },
    async *read({ path }) {
      const cwd = folders.get(path)
      if (!isLog(path)) {
        const parent = isOfSubagent(path) ? basename(dirname(path)) : undefined
        return yield* readGeminiSession({ path, cwd, parent })
      }
      const log = await readSmallJson(path)
      if (log === undefined) return yield { skipped: 'log that is too large or not JSON' }
      const isKnown = (sessionId: string) => sessionIds.has(sessionId)
      for (const entry of listOf(log))
        yield* takeLoggedPrompt(promptLog, objectOf(entry), isKnown, cwd)
    },
  }
}

const promptLog: PromptLog = {
  host: 'gemini',
  text: 'message',
  session: 'sessionId',
  time: 'timestamp',
  number: 'messageId',
}

function folderOf({ userHome, env, path }: HistoryPlace): string {
  return path ?? join(env.GEMINI_CLI_HOME ?? userHome, '.gemini')
}

const isLog = (path: string) => basename(path) === 'logs.json'

const isHistory = (path: string) =>
  isLog(path) || (path.includes(`${sep}chats${sep}`) && /\.jsonl?$/.test(path))

/** `tmp/<project>/chats/<parent session>/…` */
const isOfSubagent = (path: string) => basename(dirname(dirname(path))) === 'chats'

function projectFolder(path: string): string {
  const at = path.indexOf(`${sep}chats${sep}`)
  return at < 0 ? dirname(path) : path.slice(0, at)
}

/** A folder is named after the project, or after a hash of the project's path. */
async function createFolderNames(root: string) {
  const projects = await readSmallJson(join(root, 'projects.json'))
  const names = objectOf(isJsonObject(projects) ? projects.projects : undefined)
  const byName = new Map(Object.entries(names).map(([cwd, name]) => [name, cwd]))
  return async (folder: string): Promise<string | undefined> =>
    stringOf((await readSmallText(join(folder, '.project_root')))?.trim()) ??
    byName.get(basename(folder))
}

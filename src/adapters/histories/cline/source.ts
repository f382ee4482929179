/**
 * The history of Cline and its forks: one folder per task in the data of each editor. Cline's
 * command line keeps its own sessions.
 */
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type JsonObject, listOf, objectOf, stringOf, timeOf } from '../../../core/model/json.ts'
import {
  type HistoryItem,
  type HistoryPlace,
  type HistorySource,
  type ImportedEvent,
  isSkipped,
  type SkippedPart,
} from '../../../core/ports/history-source.ts'
import {
  byStart,
  type FoundFile,
  findFile,
  readSmallJson,
  readWholeJson,
  toItem,
  vscodeFolders,
} from '../../foreign-files/files.ts'
import { type ClineSession, type ClineTask, readClineSession, readTask } from './read-task.ts'

interface ClineLike {
  readonly name: string
  /** The extension's folder in an editor's `globalStorage`. */
  readonly extension: string
  /** The folder in the user's home with sessions from outside an editor. */
  readonly home?: string
}

export const cline: ClineLike = {
  name: 'cline',
  extension: 'saoudrizwan.claude-dev',
  home: '.cline',
}
export const rooCode: ClineLike = { name: 'roo-code', extension: 'rooveterinaryinc.roo-cline' }
export const kiloCode: ClineLike = { name: 'kilo-code', extension: 'kilocode.kilo-code' }

const shownFile = 'ui_messages.json'
const sentFile = 'api_conversation_history.json'

export function createClineSource(agent: ClineLike): HistorySource {
  const tasks = new Map<string, ClineTask>()
  const sessions = new Map<string, ClineSession>()
  return {
    name: agent.name,
    async discover(place) {
      tasks.clear()
      sessions.clear()
      const items: HistoryItem[] = []
      for (const folder of extensionFolders(place, agent)) items.push(...(await listTasks(folder)))
      for (const folder of sessionFolders(place, agent)) items.push(...(await listSessions(folder)))
      return items.toSorted(byStart)
    },
    async *read({ id, path }) {
      const task = tasks.get(id)
      const session = sessions.get(id)
      if (task) yield* readTaskFolder(task, dirname(path))
      if (!session) return
      const messages = await readWholeJson(path)
      if (isSkipped(messages)) yield messages
      else yield* readClineSession(agent.name, session, messages.json)
    },
  }

  async function listTasks(folder: string): Promise<HistoryItem[]> {
    const history = await readTaskHistory(folder)
    const items: HistoryItem[] = []
    for (const id of await readdir(join(folder, 'tasks')).catch(() => [])) {
      const path = join(folder, 'tasks', id, shownFile)
      const [shown, sent] = [await findFile(path), await findFile(join(dirname(path), sentFile))]
      const file = shown ?? sent
      if (!file) continue
      const { startedAt, ...task } = await describeTask(agent.name, dirname(path), history.get(id))
      tasks.set(path, task)
      items.push({
        ...toItem(file, { id: path, path, startedAt, project: task.cwd }),
        bytes: (shown?.bytes ?? 0) + (sent?.bytes ?? 0),
        fingerprint: [shown, sent].map((each) => `${each?.bytes} ${each?.modifiedMs}`).join(' '),
        sessions: task.parentId === undefined ? 1 : 0,
      })
    }
    return items
  }

  async function listSessions(folder: string): Promise<HistoryItem[]> {
    const items: HistoryItem[] = []
    for (const id of await readdir(folder).catch(() => [])) {
      const file = await findFile(join(folder, id, `${id}.messages.json`))
      if (!file) continue
      const session = await describeSession(join(folder, id, `${id}.json`), file)
      sessions.set(file.path, session)
      items.push(toItem(file, { startedAt: session.startedAt, project: session.cwd }))
    }
    return items
  }
}

async function* readTaskFolder(
  task: ClineTask,
  folder: string,
): AsyncGenerator<ImportedEvent | SkippedPart> {
  const parts = []
  for (const name of [shownFile, sentFile]) {
    const path = join(folder, name)
    const part = (await findFile(path)) ? await readWholeJson(path) : { json: [] }
    if (isSkipped(part)) yield part
    parts.push(isSkipped(part) ? [] : part.json)
  }
  yield* readTask(task, parts[0], parts[1])
}

const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf', 'Trae']

function extensionFolders({ path, ...place }: HistoryPlace, { extension, home }: ClineLike) {
  if (path !== undefined) return [path]
  const remote = ['.vscode-server', '.cursor-server'].map((server) =>
    join(place.userHome, server, 'data', 'User'),
  )
  return [
    ...[...vscodeFolders(place, editors), ...remote].map((user) =>
      join(user, 'globalStorage', extension),
    ),
    ...(home === undefined ? [] : [join(place.userHome, home, 'data')]),
  ]
}

function sessionFolders({ userHome, path }: HistoryPlace, { home }: ClineLike): string[] {
  if (home === undefined) return []
  return [join(path ?? join(userHome, home, 'data'), 'sessions')]
}

async function readTaskHistory(folder: string): Promise<Map<string, JsonObject>> {
  const tasks = listOf(await readSmallJson(join(folder, 'state', 'taskHistory.json')))
  return new Map(tasks.map(objectOf).map((task) => [stringOf(task.id) ?? '', task]))
}

/** @param listed the task's entry in the list of all tasks */
async function describeTask(
  host: string,
  folder: string,
  listed: JsonObject = {},
): Promise<ClineTask & { readonly startedAt: string | undefined }> {
  const metadata = objectOf(await readSmallJson(join(folder, 'task_metadata.json')))
  const item = { ...listed, ...objectOf(await readSmallJson(join(folder, 'history_item.json'))) }
  const models = listOf(metadata.model_usage)
    .map(objectOf)
    .flatMap(({ ts, model_id: model }) => {
      const since = timeOf(ts)
      return typeof model === 'string' && since !== undefined ? [{ since, model }] : []
    })
  const model = stringOf(item.modelId)
  const id = basename(folder)
  const parentId = stringOf(item.rootTaskId) ?? stringOf(item.parentTaskId)
  return {
    host,
    id,
    parentId: parentId === id ? undefined : parentId,
    cwd: stringOf(item.cwdOnTaskInitialization) ?? stringOf(item.workspace),
    models: models.length === 0 && model !== undefined ? [{ since: '', model }] : models,
    startedAt: timeOf(Number(id)) ?? timeOf(item.ts),
  }
}

async function describeSession(path: string, messages: FoundFile): Promise<ClineSession> {
  const about = objectOf(await readSmallJson(path))
  return {
    id: stringOf(about.session_id) ?? basename(path, '.json'),
    cwd: stringOf(about.cwd) ?? stringOf(about.workspace_root),
    model: stringOf(about.model),
    startedAt: timeOf(about.started_at) ?? new Date(messages.modifiedMs).toISOString(),
  }
}

/** What stands beside tasks and sessions: folders, models, parents. */
import { basename, join } from 'node:path'
import type { JsonObject } from '../../../core/model/json.ts'
import { listOf, objectOf, stringOf, timeOf } from '../../../core/model/json-values.ts'
import type { FoundFile } from '../../foreign-files/found-files.ts'
import { readSmallJson } from '../../foreign-files/small-files.ts'
import type { ClineSession } from './read-session.ts'
import type { ClineTask } from './read-task.ts'

/** By task. */
export async function readTaskHistory(folder: string): Promise<Map<string, JsonObject>> {
  const tasks = listOf(await readSmallJson(join(folder, 'state', 'taskHistory.json')))
  return new Map(tasks.map(objectOf).map((task) => [stringOf(task.id) ?? '', task]))
}

/** @param listed what the history of all tasks says of it */
export async function describeTask(
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

export async function describeSession(path: string, messages: FoundFile): Promise<ClineSession> {
  const about = objectOf(await readSmallJson(path))
  return {
    id: stringOf(about.session_id) ?? basename(path, '.json'),
    cwd: stringOf(about.cwd) ?? stringOf(about.workspace_root),
    model: stringOf(about.model),
    startedAt: timeOf(about.started_at) ?? new Date(messages.modifiedMs).toISOString(),
  }
}

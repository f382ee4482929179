/** The files of Kiro's sessions: `cli/<id>.json` and `.jsonl`, since version 3 a folder for each. */
import { basename, dirname, join } from 'node:path'
import { listOf, objectOf, stringOf, timeOf } from '../../../core/model/json-values.ts'
import type { HistoryItem } from '../../../core/ports/history-source.ts'
import { findFiles, toItem } from '../../foreign-files/found-files.ts'
import { readSmallJson } from '../../foreign-files/small-files.ts'
import type { KiroSession } from './turns.ts'

export interface SessionFile {
  readonly item: HistoryItem
  readonly session: KiroSession
}

export const isEventFile = (path: string) => basename(path) === 'messages.jsonl'

export async function findSessionFiles(folder: string): Promise<SessionFile[]> {
  const files = await findFiles(folder, (path) => path.endsWith('.jsonl'), 2)
  return Promise.all(
    files.map(async (file) => {
      const session = await describe(file.path, new Date(file.modifiedMs).toISOString())
      const { cwd, startedAt, parentId } = session
      const sessions = parentId === undefined ? 1 : 0
      return { item: toItem(file, { startedAt, project: cwd, sessions }), session }
    }),
  )
}

async function describe(path: string, modifiedAt: string): Promise<KiroSession> {
  const isFolder = isEventFile(path)
  const about = isFolder ? join(dirname(path), 'session.json') : path.replace(/\.jsonl$/, '.json')
  const session = objectOf(await readSmallJson(about))
  const model = objectOf(objectOf(objectOf(session.session_state).rts_model_state).model_info)
  const reason = stringOf(session.session_created_reason) ?? stringOf(session.createdReason)
  const parentId = stringOf(session.parent_session_id) ?? stringOf(session.parentSessionId)
  const [folder] = [...listOf(session.workspacePaths), ...listOf(session.rootPaths)]
  return {
    id:
      stringOf(session.session_id) ??
      stringOf(session.id) ??
      (isFolder ? basename(dirname(path)) : basename(path, '.jsonl')),
    // Others with a parent continue it for a person.
    parentId: reason === 'subagent' ? parentId : undefined,
    cwd: stringOf(session.cwd) ?? stringOf(folder),
    model: stringOf(model.model_id) ?? stringOf(session.modelId),
    startedAt: timeOf(session.created_at) ?? timeOf(session.createdAt) ?? modifiedAt,
  }
}

/** `storage/session/<project>/<session>.json`, `message/<session>/…`, `part/<message>/…`. */
import { basename, join } from 'node:path'
import { isJsonObject, type JsonObject } from '../../../core/model/json.ts'
import { objectOf, stringOf, timeOf } from '../../../core/model/json-values.ts'
import { findFiles } from '../../foreign-files/found-files.ts'
import { readSmallJson } from '../../foreign-files/small-files.ts'
import type { OpenCodeStore } from './records.ts'

export function openFileStore(folder: string): OpenCodeStore {
  return {
    path: folder,
    async sessions() {
      const found = []
      for (const { path, bytes } of await jsonFiles(join(folder, 'session'), 1)) {
        const session = await readObject(path)
        const { created, updated } = objectOf(session.time)
        found.push({
          id: stringOf(session.id) ?? basename(path, '.json'),
          parentId: stringOf(session.parentID),
          folder: stringOf(session.directory),
          startedAt: timeOf(created),
          updatedAt: timeOf(updated),
          bytes,
        })
      }
      return found
    },
    async *messages(sessionId) {
      const messages = []
      for (const { path } of await jsonFiles(join(folder, 'message', sessionId), 0)) {
        messages.push({ name: basename(path, '.json'), info: await readObject(path) })
      }
      const timeIn = ({ info }: { info: JsonObject }) => timeOf(objectOf(info.time).created) ?? ''
      messages.sort((a, b) => (timeIn(a) < timeIn(b) ? -1 : 1))
      for (const { name, info } of messages) {
        const files = await jsonFiles(join(folder, 'part', name), 0)
        const parts = []
        for (const { path } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
          parts.push(await readObject(path))
        }
        yield { info, parts }
      }
    },
  }
}

const jsonFiles = (folder: string, depth: number) =>
  findFiles(folder, (path) => path.endsWith('.json'), depth)

async function readObject(path: string): Promise<JsonObject> {
  const value = await readSmallJson(path)
  return isJsonObject(value) ? value : {}
}

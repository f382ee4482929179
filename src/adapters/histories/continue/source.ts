/** Continue's history: a file for each session, and an index that knows when each began. */

import { basename, join } from 'node:path'
import { nameAgent } from '../../../contract/vocabulary.ts'
import type { Json } from '../../../core/model/json.ts'
import { listOf, objectOf, stringOf, timeOf } from '../../../core/model/json-values.ts'
import {
  type HistoryPlace,
  type HistorySource,
  isSkipped,
} from '../../../core/ports/history-source.ts'
import { pathOfUri } from '../../foreign-files/file-uris.ts'
import { byStart, findFiles, toItem } from '../../foreign-files/found-files.ts'
import { readSmallJson } from '../../foreign-files/small-files.ts'
import { readWholeJson } from '../../foreign-files/whole-file.ts'
import { continueHost, readContinueSession } from './read-session.ts'

const indexName = 'sessions.json'

export function createContinueSource(): HistorySource {
  return {
    name: continueHost,
    displayName: nameAgent(continueHost),
    async discover(place) {
      const folder = join(folderOf(place), 'sessions')
      const index = await readIndex(join(folder, indexName))
      const files = await findFiles(folder, isSession, 0)
      const items = files.map((file) => toItem(file, index.get(idOf(file.path))))
      return items.toSorted(byStart)
    },
    async *read({ path, startedAt, changedAt }) {
      const file = await readWholeJson(path)
      if (isSkipped(file)) return yield file
      const at = startedAt ?? changedAt ?? new Date(0).toISOString()
      yield* readContinueSession(objectOf(file.json), idOf(path), at)
    },
  }
}

function folderOf({ userHome, env, path }: HistoryPlace): string {
  return path ?? env.CONTINUE_GLOBAL_DIR ?? join(userHome, '.continue')
}

const isSession = (path: string) => path.endsWith('.json') && basename(path) !== indexName

const idOf = (path: string) => basename(path, '.json')

async function readIndex(path: string) {
  const sessions = listOf(await readSmallJson(path)).map(objectOf)
  return new Map(
    sessions.map(({ sessionId, dateCreated, workspaceDirectory }) => [
      stringOf(sessionId) ?? '',
      { startedAt: timeOf(milliseconds(dateCreated)), project: pathOfUri(workspaceDirectory) },
    ]),
  )
}

/** They are written as text. */
const milliseconds = (time: Json | undefined) =>
  typeof time === 'string' && /^\d+$/.test(time) ? Number(time) : time

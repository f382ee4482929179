/** Amp's history: a file for each thread. Newer versions keep threads on their servers. */

import { basename, join } from 'node:path'
import { nameAgent } from '../../../contract/vocabulary.ts'
import { objectOf, timeOf } from '../../../core/model/json-values.ts'
import {
  type HistoryPlace,
  type HistorySource,
  isSkipped,
} from '../../../core/ports/history-source.ts'
import { byStart, findFiles, toItem } from '../../foreign-files/found-files.ts'
import { readSmallJson } from '../../foreign-files/small-files.ts'
import { readWholeJson } from '../../foreign-files/whole-file.ts'
import { amp, placeOf, readThread } from './read-thread.ts'

export function createAmpSource(): HistorySource {
  return {
    name: amp,
    displayName: nameAgent(amp),
    async discover(place) {
      const folder = join(folderOf(place), 'threads')
      const files = await findFiles(folder, (path) => /^T-.*\.json$/.test(basename(path)), 0)
      const items = await Promise.all(
        files.map(async (file) => {
          const thread = objectOf(await readSmallJson(file.path))
          const startedAt = timeOf(thread.created)
          return toItem(file, { startedAt, project: placeOf(thread).cwd })
        }),
      )
      return items.toSorted(byStart)
    },
    async *read({ path, changedAt }) {
      const file = await readWholeJson(path)
      if (isSkipped(file)) return yield file
      const thread = objectOf(file.json)
      const startedAt = timeOf(thread.created) ?? changedAt ?? new Date(0).toISOString()
      yield* readThread(thread, basename(path, '.json'), startedAt)
    },
  }
}

function folderOf({ userHome, env, path }: HistoryPlace): string {
  return path ?? join(env.XDG_DATA_HOME ?? join(userHome, '.local', 'share'), 'amp')
}

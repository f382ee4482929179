/** Copilot CLI's history: a folder for each session, with all its events in one file. */

import { basename, dirname, join } from 'node:path'
import { nameAgent } from '../../../contract/vocabulary.ts'
import type { HistoryPlace, HistorySource } from '../../../core/ports/history-source.ts'
import { byBeginning, findFiles, toItem } from '../../foreign-files/found-files.ts'
import { firstTime } from '../../foreign-files/read-lines.ts'
import { copilot, readCopilotSession } from './read-session.ts'

export function createCopilotSource(): HistorySource {
  return {
    name: copilot,
    displayName: nameAgent(copilot),
    async discover(place) {
      const folder = join(folderOf(place), 'session-state')
      const files = await findFiles(folder, (path) => isSession(folder, path), 1)
      const found = await Promise.all(
        files.map(async (file) => ({
          item: toItem(file, { startedAt: await firstTime(file.path) }),
          modifiedMs: file.modifiedMs,
        })),
      )
      return found.toSorted(byBeginning).map(({ item }) => item)
    },
    read: ({ path }) => readCopilotSession(path, sessionOf(path)),
  }
}

function folderOf({ userHome, env, path }: HistoryPlace): string {
  return path ?? env.COPILOT_HOME ?? join(userHome, '.copilot')
}

/** Once there was no folder for each session. */
const isSession = (folder: string, path: string) =>
  basename(path) === 'events.jsonl' || (dirname(path) === folder && path.endsWith('.jsonl'))

const sessionOf = (path: string) =>
  basename(path) === 'events.jsonl' ? basename(dirname(path)) : basename(path, '.jsonl')

/** Qwen Code's history: a folder for each project with a file for each session and each subagent. */

import { basename, dirname, join, sep } from 'node:path'
import { nameAgent } from '../../../contract/vocabulary.ts'
import type { HistoryPlace, HistorySource } from '../../../core/ports/history-source.ts'
import { byBeginning, findFiles, toItem } from '../../foreign-files/found-files.ts'
import { firstTime } from '../../foreign-files/read-lines.ts'
import { qwen, readQwenSession } from './read-session.ts'

export function createQwenSource(): HistorySource {
  return {
    name: qwen,
    displayName: nameAgent(qwen),
    async discover(place) {
      const files = await findFiles(join(folderOf(place), 'projects'), isSession)
      const found = await Promise.all(
        files.map(async (file) => ({
          item: toItem(file, {
            startedAt: await firstTime(file.path),
            project: projectOf(file.path),
            sessions: isOfSubagent(file.path) ? 0 : 1,
          }),
          modifiedMs: file.modifiedMs,
        })),
      )
      return found.toSorted(byBeginning).map(({ item }) => item)
    },
    read: ({ path }) => readQwenSession(path, sessionOf(path)),
  }
}

/** Sessions may be kept elsewhere than the settings. */
function folderOf({ userHome, env, path }: HistoryPlace): string {
  return path ?? (env.QWEN_RUNTIME_DIR || env.QWEN_HOME || join(userHome, '.qwen'))
}

const isOfSubagent = (path: string) => path.includes(`${sep}subagents${sep}`)

/** `projects/<project>/…` */
const projectOf = (path: string) => path.split(`${sep}projects${sep}`).at(-1)?.split(sep)[0]

const isSession = (path: string) =>
  path.endsWith('.jsonl') && (isOfSubagent(path) || basename(dirname(path)) === 'chats')

const sessionOf = (path: string) =>
  isOfSubagent(path) ? basename(dirname(path)) : basename(path, '.jsonl')

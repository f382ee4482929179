/** Aider's history: one Markdown file in each project, with all chats that were held there. */

import { createReadStream } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { nameAgent } from '../../../contract/vocabulary.ts'
import {
  type HistoryItem,
  type HistoryPlace,
  type HistorySource,
  isSkipped,
} from '../../../core/ports/history-source.ts'
import { byStart, findFile, toItem } from '../../foreign-files/found-files.ts'
import { readWholeText } from '../../foreign-files/whole-file.ts'
import { eventsOfFile } from '../shared/conversation.ts'
import { readPromptTimes } from './prompt-times.ts'
import { aider, aiderTime, readChats, started } from './read-chats.ts'

const fileName = '.aider.chat.history.md'

export function createAiderSource(): HistorySource {
  return {
    name: aider,
    displayName: nameAgent(aider),
    async discover(place) {
      const items: HistoryItem[] = []
      for (const path of pathsOf(place)) {
        const file = await findFile(path)
        if (!file) continue
        const { startedAt, sessions } = await countChats(path)
        items.push(toItem(file, { startedAt, sessions, project: dirname(path) }))
      }
      return items.toSorted(byStart)
    },
    async *read({ path, bytes }) {
      const file = await readWholeText(path)
      if (isSkipped(file)) return yield file
      const lines = file.text.split('\n')
      // Aider ends whatever it writes with a new line.
      const isTorn = lines.pop() !== ''
      const typedAt = await readPromptTimes(join(dirname(path), '.aider.input.history'))
      yield* eventsOfFile(readChats(lines, { cwd: dirname(path), typedAt }), bytes)
      if (isTorn) yield { skipped: 'torn last line' }
    },
  }
}

function pathsOf({ path, folders }: HistoryPlace): string[] {
  const places = path === undefined ? folders : [path]
  return places.map((each) => (basename(each) === fileName ? each : join(each, fileName)))
}

async function countChats(
  path: string,
): Promise<{ readonly startedAt?: string; readonly sessions: number }> {
  const starts: string[] = []
  try {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      const start = started.exec(line)?.[1]
      if (start !== undefined) starts.push(start)
    }
  } catch {
    // It is gone, or may not be read: reading it says so.
  }
  const [first] = starts
  return { ...(first !== undefined && { startedAt: aiderTime(first) }), sessions: starts.length }
}

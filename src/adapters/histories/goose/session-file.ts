/** Goose's older form of a session: a line that describes it, then one for each message. */
import { basename } from 'node:path'
import { stringOf, timeOf } from '../../../core/model/json-values.ts'
import {
  type ImportedEvent,
  isSkipped,
  type SkippedPart,
} from '../../../core/ports/history-source.ts'
import { readJsonLines } from '../../foreign-files/read-lines.ts'
import { createGooseReader, toGooseMessage } from './read-session.ts'

export async function* readSessionFile(path: string): AsyncGenerator<ImportedEvent | SkippedPart> {
  const { cwd } = await readHeader(path)
  const reader = createGooseReader(basename(path, '.jsonl'), { cwd })
  for await (const line of readJsonLines(path, { marks: ['"role"'] })) {
    const message = isSkipped(line) ? undefined : toGooseMessage(line.entry)
    if (message) yield* reader.take(message)
    else yield isSkipped(line) ? line : { skipped: 'message in an unknown format' }
  }
  yield* reader.end()
}

export async function readHeader(path: string): Promise<{ cwd?: string; startedAt?: string }> {
  let cwd: string | undefined
  try {
    for await (const line of readJsonLines(path)) {
      if (isSkipped(line)) continue
      cwd ??= stringOf(line.entry.working_dir)
      const startedAt = timeOf(line.entry.created)
      if (startedAt !== undefined) return { ...(cwd !== undefined && { cwd }), startedAt }
    }
  } catch {
    // It is gone, or may not be read: reading it says so.
  }
  return cwd === undefined ? {} : { cwd }
}

/** What claude-mem observed in earlier sessions. */
import { join } from 'node:path'
import type { JsonObject } from '../../../core/model/json.ts'
import { objectOf } from '../../../core/model/json-values.ts'
import type { SkippedPart } from '../../../core/ports/history-source.ts'
import type { ForeignMemorySource, ImportedMemory } from '../../../core/ports/memory-source.ts'
import { countRows, readTables } from '../../foreign-files/foreign-database.ts'
import { skipAll, summaryOfSession } from '../shared/json-source.ts'
import { isDatabase, locate, toDatabaseItem, toMemoryItem } from '../shared/locate.ts'
import { readExport } from '../shared/read-export.ts'
import { recordsOf } from '../shared/statement.ts'
import { readObservation, readSessions } from './observations.ts'

export const claudeMem: ForeignMemorySource = {
  name: 'claude-mem',
  displayName: 'claude-mem',
  unit: 'observation',
  async discover({ userHome, env, path }) {
    const folder = env.CLAUDE_MEM_DATA_DIR || join(userHome, '.claude-mem')
    const usual = [join(folder, 'claude-mem.db')]
    const files = await locate(path, usual, (name) => name === 'claude-mem.db')
    return files.map((file) =>
      isDatabase(file.path)
        ? toDatabaseItem(file, countRows(file.path, 'observations'))
        : toMemoryItem(file, { memories: 0 }),
    )
  },
  read: ({ path }) => (isDatabase(path) ? readDatabase(path) : readFile(path)),
}

function readDatabase(path: string): AsyncIterable<ImportedMemory | SkippedPart> {
  return readTables(path, ['observations'], function* ({ each, count }) {
    const sessions = readSessions(each('sdk_sessions'))
    for (const row of each('observations')) {
      yield readObservation(row, sessions) ?? { skipped: 'empty observation' }
    }
    yield* skipAll(count('session_summaries'), summaryOfSession)
  })
}

async function* readFile(path: string): AsyncGenerator<ImportedMemory | SkippedPart> {
  const exported: JsonObject = objectOf(await readExport(path))
  if (!Array.isArray(exported.observations)) throw new Error('not a claude-mem export')
  const sessions = readSessions(recordsOf(exported.sessions))
  for (const row of recordsOf(exported.observations)) {
    yield readObservation(row, sessions) ?? { skipped: 'empty observation' }
  }
  yield* skipAll(recordsOf(exported.summaries).length, summaryOfSession)
}

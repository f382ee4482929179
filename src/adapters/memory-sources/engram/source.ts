/** What Engram keeps: its database, or an export. */
import { join } from 'node:path'
import { objectOf } from '../../../core/model/json-values.ts'
import type { SkippedPart } from '../../../core/ports/history-source.ts'
import type { ForeignMemorySource, ImportedMemory } from '../../../core/ports/memory-source.ts'
import { countRows, type ForeignRecord, readTables } from '../../foreign-files/foreign-database.ts'
import { skipAll, summaryOfSession } from '../shared/json-source.ts'
import { kindOf } from '../shared/kinds.ts'
import { isDatabase, locate, toDatabaseItem, toMemoryItem } from '../shared/locate.ts'
import { readExport } from '../shared/read-export.ts'
import { firstText, joinStatement, recordsOf } from '../shared/statement.ts'
import { utcTime } from '../shared/times.ts'

export const engram: ForeignMemorySource = {
  name: 'engram',
  displayName: 'Engram',
  unit: 'observation',
  async discover({ userHome, path }) {
    const usual = [join(userHome, '.engram', 'engram.db')]
    const files = await locate(path, usual, (name) => name === 'engram.db')
    return files.map((file) =>
      isDatabase(file.path)
        ? toDatabaseItem(file, countRows(file.path, 'observations'))
        : toMemoryItem(file, { memories: 0 }),
    )
  },
  async *read({ path }) {
    if (isDatabase(path)) {
      yield* readTables(path, ['observations'], ({ each }) =>
        readAll([...each('sessions')], each('observations')),
      )
      return
    }
    const exported = objectOf(await readExport(path))
    if (!Array.isArray(exported.observations)) throw new Error('not an Engram export')
    yield* readAll(recordsOf(exported.sessions), recordsOf(exported.observations))
  },
}

function* readAll(
  sessions: readonly ForeignRecord[],
  observations: Iterable<ForeignRecord>,
): Generator<ImportedMemory | SkippedPart> {
  const folders = new Map(sessions.map((each) => [each.id, firstText(each, 'directory')]))
  for (const row of observations) yield toImported(row, folders.get(row.session_id ?? ''))
  const summaries = sessions.filter((each) => firstText(each, 'summary') !== undefined)
  yield* skipAll(summaries.length, summaryOfSession)
}

function toImported(row: ForeignRecord, cwd: string | undefined): ImportedMemory | SkippedPart {
  const content = joinStatement(firstText(row, 'title'), firstText(row, 'content'))
  if (content === '') return { skipped: 'empty observation' }
  const createdAt = utcTime(row.created_at)
  const name = firstText(row, 'project')
  const isEverywhere = row.scope === 'personal'
  return {
    id: `observation ${row.id} ${createdAt}`,
    origin: `observation ${row.id}`,
    content,
    kind: kindOf(firstText(row, 'type')),
    author: 'other',
    place: isEverywhere ? { kind: 'global' } : { kind: 'project', name, cwd },
    key: firstText(row, 'topic_key'),
    createdAt,
    updatedAt: utcTime(row.updated_at),
    isSuperseded: firstText(row, 'deleted_at') !== undefined,
    session: firstText(row, 'session_id'),
  }
}

/** Verbatim chunks of files. Those of transcripts are left to the import of sessions. */
import type { SkippedPart } from '../../../core/ports/history-source.ts'
import type { ImportedMemory } from '../../../core/ports/memory-source.ts'
import type { ForeignRecord, ForeignTables } from '../../foreign-files/foreign-database.ts'
import { firstText } from '../shared/statement.ts'
import { utcTime } from '../shared/times.ts'

export function* readDrawers({ each }: ForeignTables): Generator<ImportedMemory | SkippedPart> {
  const files = new Map<string, ForeignRecord[]>()
  for (const drawer of drawersOf(each('embedding_metadata'))) {
    if (drawer.room === '_registry') continue
    if (drawer.ingest_mode === 'convos') {
      yield { skipped: 'chunk of a transcript, which is imported as a session' }
      continue
    }
    const file = firstText(drawer, 'source_file') ?? `drawer ${drawer.drawer}`
    files.set(file, [...(files.get(file) ?? []), drawer])
  }
  for (const [file, drawers] of files) yield joinFile(file, drawers)
}

/** A row has one field of a drawer. */
function drawersOf(rows: Iterable<ForeignRecord>): Iterable<ForeignRecord> {
  const drawers = new Map<string, Record<string, string | number>>()
  for (const { id, key, string_value, int_value, float_value } of rows) {
    const value = string_value ?? int_value ?? float_value
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const drawer = drawers.get(String(id)) ?? { drawer: String(id) }
    drawers.set(String(id), { ...drawer, [String(key)]: value })
  }
  return drawers.values()
}

function joinFile(file: string, drawers: readonly ForeignRecord[]): ImportedMemory | SkippedPart {
  const inOrder = drawers.toSorted(
    (a, b) => Number(a.chunk_index ?? 0) - Number(b.chunk_index ?? 0),
  )
  const content = inOrder.map((drawer) => firstText(drawer, 'chroma:document') ?? '').join('\n')
  const first = inOrder[0] ?? {}
  if (content.trim() === '') return { skipped: 'empty drawer' }
  const name = firstText(first, 'wing')
  return {
    id: `drawer ${file}`,
    origin: file,
    content,
    kind: 'fact',
    author: 'other',
    place: name === undefined ? { kind: 'unknown' } : { kind: 'project', name },
    tags: [first.room, first.hall].filter((tag) => typeof tag === 'string'),
    createdAt: utcTime(first.content_date ?? first.filed_at),
  }
}

/** MemPalace: chunks of files in a Chroma database, and facts in a graph. */
import { join } from 'node:path'
import type { ForeignPlace } from '../../core/ports/memory-source.ts'
import type { ForeignRecord } from '../foreign-files/foreign-database.ts'
import { createRecordSource, type Part, type Records } from './record-source.ts'
import { firstText, utcTime } from './statement.ts'

const graph = 'knowledge_graph.sqlite3'
const palace = 'chroma.sqlite3'

export const mempalace = createRecordSource({
  name: 'mempalace',
  displayName: 'MemPalace',
  unit: 'fact',
  usual({ userHome }) {
    const folder = join(userHome, '.mempalace')
    return [join(folder, graph), join(folder, 'palace', palace)]
  },
  isStore: (name) => name === graph || name === palace,
  lists: ['triples', 'embedding_metadata'],
  counted: ['triples', 'embeddings'],
  isNot: 'not a database of MemPalace',
  parts: (records) => (records.has('triples') ? readTriples(records) : readDrawers(records)),
})

/** Facts with their validity: `project uses pnpm`. */
function* readTriples({ each }: Records): Generator<Part> {
  const entities = new Map([...each('entities')].map((entity) => [String(entity.id), entity]))
  const nameOf = (id: string) => firstText(entities.get(id) ?? {}, 'name') ?? id
  for (const row of each('triples')) {
    const [subject, object] = [String(row.subject), String(row.object)]
    const verb = String(row.predicate).replaceAll('_', ' ')
    const validTo = utcTime(row.valid_to)
    yield {
      id: `triple ${row.id}`,
      origin: `fact ${row.id}`,
      content: `${nameOf(subject)} ${verb} ${nameOf(object)}`,
      kind: 'fact',
      author: 'other',
      place: placeOf(entities.get(subject)),
      keywords: [nameOf(subject), nameOf(object)],
      importance: typeof row.confidence === 'number' ? row.confidence : undefined,
      createdAt: utcTime(row.extracted_at),
      validFrom: utcTime(row.valid_from),
      validTo,
      isSuperseded: validTo !== undefined,
    }
  }
}

function placeOf(subject: ForeignRecord | undefined): ForeignPlace {
  const name = subject && firstText(subject, 'name')
  return subject?.type === 'project' && name !== undefined
    ? { kind: 'project', name }
    : { kind: 'unknown' }
}

/** Reads verbatim chunks of files. Skips transcripts: the session import reads those. */
function* readDrawers({ each }: Records): Generator<Part> {
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

function joinFile(file: string, drawers: readonly ForeignRecord[]): Part {
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

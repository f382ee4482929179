/** Facts with their validity: `project uses pnpm`. */
import type { ForeignPlace, ImportedMemory } from '../../../core/ports/memory-source.ts'
import type { ForeignRecord, ForeignTables } from '../../foreign-files/foreign-database.ts'
import { firstText } from '../shared/statement.ts'
import { utcTime } from '../shared/times.ts'

export function* readTriples({ each }: ForeignTables): Generator<ImportedMemory> {
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

/** Edges of a Graphiti graph, as its API returns them. */
import type { Json } from '../../../core/model/json.ts'
import { objectOf, timeOf } from '../../../core/model/json-values.ts'
import type { SkippedPart } from '../../../core/ports/history-source.ts'
import type { ImportedMemory } from '../../../core/ports/memory-source.ts'
import { createExportSource } from '../shared/json-source.ts'
import { firstText, recordsOf, textsOf } from '../shared/statement.ts'

export const graphiti = createExportSource({
  name: 'graphiti',
  displayName: 'Graphiti',
  unit: 'edge',
  isExport: (name) => name.endsWith('.json'),
  *parts(exported: Json): Generator<ImportedMemory | SkippedPart> {
    const edges = Array.isArray(exported) ? exported : objectOf(exported).edges
    if (!Array.isArray(edges)) throw new Error('not a list of Graphiti edges')
    for (const edge of recordsOf(edges)) {
      const content = firstText(edge, 'fact')
      const group = firstText(edge, 'group_id')
      if (content === undefined) {
        yield { skipped: 'edge without a fact' }
        continue
      }
      yield {
        id: String(edge.uuid),
        origin: `edge ${edge.uuid}`,
        content,
        kind: 'fact',
        author: 'other',
        place: group === undefined ? { kind: 'unknown' } : { kind: 'project', name: group },
        tags: textsOf([edge.name]),
        createdAt: timeOf(edge.created_at),
        validFrom: timeOf(edge.valid_at),
        validTo: timeOf(edge.invalid_at),
        isSuperseded: timeOf(edge.expired_at) !== undefined,
      }
    }
  },
})

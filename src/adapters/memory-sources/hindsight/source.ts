/** Memory units of Hindsight, as a list. Its observations are derived from the others. */
import type { Json } from '../../../core/model/json.ts'
import { objectOf, timeOf } from '../../../core/model/json-values.ts'
import type { SkippedPart } from '../../../core/ports/history-source.ts'
import type { ImportedMemory } from '../../../core/ports/memory-source.ts'
import { createExportSource } from '../shared/json-source.ts'
import { firstText, recordsOf, textsOf } from '../shared/statement.ts'

export const hindsight = createExportSource({
  name: 'hindsight',
  displayName: 'Hindsight',
  unit: 'memory',
  isExport: (name) => name.endsWith('.json'),
  *parts(exported: Json): Generator<ImportedMemory | SkippedPart> {
    const { memory_units, items } = objectOf(exported)
    const units = Array.isArray(exported) ? exported : (memory_units ?? items)
    if (!Array.isArray(units)) throw new Error('not a list of Hindsight memory units')
    for (const unit of recordsOf(units)) {
      const content = firstText(unit, 'text')
      const bank = firstText(unit, 'bank_id')
      if (content === undefined || unit.fact_type === 'observation') {
        yield { skipped: 'observation, which Hindsight derived from other memories' }
        continue
      }
      yield {
        id: String(unit.id),
        origin: `memory unit ${unit.id}`,
        content,
        kind: 'fact',
        author: 'other',
        place: bank === undefined ? { kind: 'unknown' } : { kind: 'project', name: bank },
        tags: textsOf([unit.fact_type]),
        keywords: textsOf([unit.context]),
        createdAt: timeOf(unit.created_at ?? unit.mentioned_at),
        updatedAt: timeOf(unit.updated_at),
        validFrom: timeOf(unit.occurred_start),
        validTo: timeOf(unit.occurred_end),
      }
    }
  },
})

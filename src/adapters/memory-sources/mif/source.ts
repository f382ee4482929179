/** Memories in MIF 2.0, an interchange format. Another format of that name is JSON-LD. */
import type { Json } from '../../../core/model/json.ts'
import { objectOf } from '../../../core/model/json-values.ts'
import type { SkippedPart } from '../../../core/ports/history-source.ts'
import type { ImportedMemory } from '../../../core/ports/memory-source.ts'
import { readFact } from '../shared/fact-record.ts'
import { createExportSource } from '../shared/json-source.ts'
import { firstText, recordsOf } from '../shared/statement.ts'

export const mif = createExportSource({
  name: 'mif',
  displayName: 'MIF',
  unit: 'memory',
  isExport: (name) => /mif.*\.json$/i.test(name),
  *parts(exported: Json): Generator<ImportedMemory | SkippedPart> {
    const file = objectOf(exported)
    if (file.mif_version === undefined || !Array.isArray(file.memories)) {
      const isOther = file['@context'] !== undefined
      throw new Error(isOther ? 'MIF in JSON-LD, another format of that name' : 'not a MIF file')
    }
    for (const memory of recordsOf(file.memories)) {
      const fact = readFact({ ...objectOf(memory.metadata), ...memory }, `memory ${memory.id}`)
      const session = firstText(objectOf(memory.source), 'session_id')
      yield fact ? { ...fact, session } : { skipped: 'memory without text' }
    }
  },
})

/** The memory blocks of an agent file (`.af`) of Letta. Its tools, secrets and messages are not read. */
import type { Json } from '../../../core/model/json.ts'
import { objectOf, timeOf } from '../../../core/model/json-values.ts'
import type { SkippedPart } from '../../../core/ports/history-source.ts'
import type { ImportedMemory } from '../../../core/ports/memory-source.ts'
import { createExportSource, skipAll } from '../shared/json-source.ts'
import { kindOf } from '../shared/kinds.ts'
import { firstText, recordsOf } from '../shared/statement.ts'

export const letta = createExportSource({
  name: 'letta',
  displayName: 'Letta',
  unit: 'block',
  isExport: (name) => name.endsWith('.af'),
  *parts(exported: Json): Generator<ImportedMemory | SkippedPart> {
    const file = objectOf(exported)
    if (!Array.isArray(file.blocks)) throw new Error('not a Letta agent file')
    const createdAt = timeOf(file.created_at)
    for (const block of recordsOf(file.blocks)) {
      const [label, value] = [firstText(block, 'label') ?? '', firstText(block, 'value') ?? '']
      if (label === 'persona') continue
      for (const line of value.split('\n').filter((each) => each.trim() !== '')) {
        const content = line.replace(/^[-*]\s+/, '').trim()
        yield {
          id: `${block.id} ${content}`,
          origin: `block ${label}`,
          content,
          kind: kindOf(label),
          author: 'other',
          place: label === 'human' ? { kind: 'global' } : { kind: 'unknown' },
          keywords: [label],
          createdAt,
        }
      }
    }
    const messages = recordsOf(file.agents).flatMap((agent) => recordsOf(agent.messages))
    yield* skipAll(messages.length, 'message of a session')
  },
})

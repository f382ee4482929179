/** Memories in the Memory Interchange Format 2.0, which other tools read. */
import type { BundleMemoryLine } from '../../contract/bundle.ts'

export interface MifMemory {
  readonly id: string
  readonly content: string
  readonly created_at: string
  readonly [member: string]: unknown
}

export function toMif(
  { memory, sources }: BundleMemoryLine,
  project: string | undefined,
): MifMemory {
  const session = sources.find(({ type }) => type === 'session')
  const { id, content, createdAt, kind, tags, version, host, scope, supersededBy } = memory
  const { importance, trust, standing, pinned, key, files, validFrom, validTo, updatedAt } = memory
  return {
    ...{ id, content, created_at: createdAt, memory_type: kind, tags, version },
    source: {
      source_type: memory.source,
      ...(session && { session_id: session.ref }),
      ...(host !== undefined && { agent_name: host }),
    },
    ...(supersededBy !== undefined && { related_memory_ids: [supersededBy] }),
    metadata: {
      ...{ scope, project, key, importance, trust, standing, pinned, files },
      ...{ valid_from: validFrom, valid_to: validTo, updated_at: updatedAt },
    },
  }
}

/** The document around the memories, as text before and after them. */
export function mifFrame(at: string, version: string): { before: string; after: string } {
  const generator = { name: 'throughline', version }
  const head = JSON.stringify({ mif_version: '2.0', generator, export_meta: { exported_at: at } })
  return { before: `${head.slice(0, -1)},"memories":[\n`, after: '\n]}\n' }
}

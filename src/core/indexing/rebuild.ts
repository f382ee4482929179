/** Makes the search index anew from memories and history: all of it is derived. */
import type { MemoryStore } from '../ports/memory-store.ts'
import { memoryDocument } from './documents.ts'
import { type IndexPorts, reindexHistory } from './index-history.ts'

export interface Rebuilt {
  readonly memories: number
  readonly sessions: number
}

const memoriesAtOnce = 500

export async function rebuildIndex(
  ports: IndexPorts & { readonly memories: MemoryStore },
  onProgress: (done: Rebuilt) => void,
): Promise<Rebuilt> {
  await ports.search.clear()
  let memories = 0
  for (;;) {
    const page = { limit: memoriesAtOnce, offset: memories }
    const filter = { addresses: 'all' as const, includeSuperseded: true }
    const found = (await ports.memories.list(filter, page)).memories
    if (found.length === 0) break
    await ports.search.put(found.map(memoryDocument))
    memories += found.length
    onProgress({ memories, sessions: 0 })
  }
  const sessions = await reindexHistory(ports, (done) => onProgress({ memories, sessions: done }))
  await ports.search.optimise()
  return { memories, sessions }
}

/** Rebuilds the search index from memories and history. */
import { catchUpIndex, countUnindexed, type IndexPorts, restartIndex } from './index-changes.ts'

export interface Rebuilt {
  readonly memories: number
  readonly sessions: number
}

export async function rebuildIndex(
  ports: IndexPorts,
  onProgress: (done: number, documents: number) => void,
): Promise<Rebuilt> {
  await ports.transaction(restartIndex)
  const documents = await countUnindexed(ports)
  await catchUpIndex(ports, { onProgress: (done) => onProgress(done, documents) })
  await ports.search.optimise()
  const { memory = 0, session = 0 } = await ports.search.counts()
  return { memories: memory, sessions: session }
}

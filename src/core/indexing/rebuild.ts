/** Makes the search index anew from memories and history: all of it is derived. */
import { catchUpIndex, type IndexPorts } from './index-history.ts'

export interface Rebuilt {
  readonly memories: number
  readonly sessions: number
}

/**
 * What is broken off goes on where it was: all that the index lacks is noted first, and whoever
 * recalls, and the daemon, catches up.
 */
export async function rebuildIndex(
  ports: IndexPorts,
  onProgress: (done: number, documents: number) => void,
): Promise<Rebuilt> {
  const { memories, sessions, documents } = await ports.indexQueue.startAnew()
  await catchUpIndex(ports, { onProgress: (done) => onProgress(done, documents) })
  await ports.search.optimise()
  return { memories, sessions }
}

/** Rebuilds derived data. A second request waits for the running rebuild. */
import { sha256 } from '../adapters/ids.ts'
import type { OutputOf } from '../contract/operations/index.ts'
import { rebuildDigests } from '../core/digest/keep-digests.ts'
import { followFailures, restartFailures } from '../core/failures/follow-failures.ts'
import { type Rebuilt, rebuildIndex } from '../core/indexing/index-changes.ts'
import type { Store } from '../core/ports/store.ts'
import type { Embeddings } from './embeddings.ts'

export interface Rebuilding {
  /** @param onProgress gets the number of finished documents, and of all */
  index(onProgress: (done: number, documents: number) => void): Promise<Rebuilt>
  /** @returns the number of sessions */
  digests(onProgress: (sessions: number) => void): Promise<number>
  all(): Promise<OutputOf<'rebuild'>>
}

export function createRebuilding(store: Store, embeddings: Embeddings): Rebuilding {
  let running: Promise<OutputOf<'rebuild'>> | undefined

  const index: Rebuilding['index'] = async (onProgress) => {
    const rebuilt = await rebuildIndex(store, onProgress)
    await store.transaction(restartFailures)
    await followFailures(store, sha256)
    if (embeddings.isOn()) await (await embeddings.vectors()).removeOrphans()
    return rebuilt
  }

  const digests: Rebuilding['digests'] = (onProgress) => rebuildDigests(store, onProgress)
  const unwatched = () => undefined

  async function both(): Promise<OutputOf<'rebuild'>> {
    return { ...(await index(unwatched)), digests: await digests(unwatched) }
  }

  return {
    index,
    digests,
    all() {
      running ??= both().finally(() => {
        running = undefined
      })
      return running
    },
  }
}

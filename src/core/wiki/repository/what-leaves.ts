/** Which memories may be written into a repository, where everybody with access reads them. */
import { holdsRedaction } from '../../memory/new-memory.ts'
import { isValid, type Memory, type ScopeAddress, shortId } from '../../model/memory.ts'
import type { Redactor } from '../../ports/redactor.ts'
import type { Store } from '../../ports/store.ts'
import type { PageProblem } from '../sync/read-pages.ts'

export interface LeavingMemories {
  /** By anchor. */
  readonly memories: ReadonlyMap<string, Memory>
  /** What looks like a secret and stays here. */
  readonly leftOut: readonly PageProblem[]
}

export async function readLeaving({
  store,
  address,
  redactor,
}: {
  readonly store: Pick<Store, 'memories'>
  readonly address: ScopeAddress
  readonly redactor: Redactor
}): Promise<LeavingMemories> {
  const filter = { addresses: [address], standing: 'memory' as const }
  const everything = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  const found = (await store.memories.list(filter, everything)).memories.filter(
    (memory) => isValid(memory) && memory.scope === 'project' && memory.trust !== 'tool',
  )
  const isClean = ({ content }: Memory) =>
    !holdsRedaction(content) && redactor.redact(content) === content
  return {
    memories: new Map(found.filter(isClean).map((memory) => [shortId(memory.id), memory])),
    leftOut: found
      .filter((memory) => !isClean(memory))
      .map(({ id }) => ({
        path: 'index.md',
        what: `memory ${shortId(id)} holds something secret or private and is left out`,
      })),
  }
}

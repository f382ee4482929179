/** Anchors on pages that end the id of a memory which is not of this wiki. */
import { isSameAddress, isValid, type Memory, type ScopeAddress } from '../../model/memory.ts'
import type { Store } from '../../ports/store.ts'
import { idOfAnchor } from './anchors.ts'

export interface OtherAnchors {
  readonly lookAlikes: ReadonlySet<string>
  /** Of memories of this wiki that others replaced. */
  readonly replaced: ReadonlySet<string>
}

export async function findOtherAnchors(
  anchors: Iterable<string>,
  own: ReadonlyMap<string, Memory>,
  parts: {
    readonly store: Pick<Store, 'memories'>
    readonly address: ScopeAddress
    readonly hash: (text: string) => string
  },
): Promise<OtherAnchors> {
  const { store, address, hash } = parts
  const [lookAlikes, replaced] = [new Set<string>(), new Set<string>()]
  for (const anchor of anchors) {
    if (own.has(anchor)) continue
    for (const memory of await store.memories.findByEnding(anchor)) {
      // What came from these pages, and waits or was kept.
      if (memory.id === idOfAnchor(address.scopeId, anchor, hash) && isValid(memory)) continue
      if (isSameAddress(memory, address) && !isValid(memory)) replaced.add(anchor)
      else lookAlikes.add(anchor)
    }
  }
  return { lookAlikes, replaced }
}

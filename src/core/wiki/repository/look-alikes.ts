/** Anchors on pages that end the id of a memory which is not of this wiki. */
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import {
  isSameAddress,
  isValid,
  type Memory,
  type ScopeAddress,
  shortId,
} from '../../model/memory.ts'
import type { Store } from '../../ports/store.ts'
import { idOfAnchor } from './anchors.ts'

export interface OtherAnchors {
  readonly lookAlikes: ReadonlySet<string>
  /** Of memories of this wiki that others replaced. */
  readonly replaced: ReadonlySet<string>
}

interface LookAlikeParts {
  readonly store: Pick<Store, 'memories'>
  readonly address: ScopeAddress
  readonly hash: (text: string) => string
}

export async function findOtherAnchors(
  anchors: Iterable<string>,
  own: ReadonlyMap<string, Memory>,
  parts: LookAlikeParts,
): Promise<OtherAnchors> {
  const { store, address, hash } = parts
  const [lookAlikes, replaced] = [new Set<string>(), new Set<string>()]
  const foreign = new Set([...anchors].filter((anchor) => !own.has(anchor)))
  const ids = await findIds(foreign, store)
  for (const memory of await store.memories.findMany(ids)) {
    const anchor = shortId(memory.id)
    // What came from these pages, and waits or was kept.
    if (memory.id === idOfAnchor(address.scopeId, anchor, hash) && isValid(memory)) continue
    if (isSameAddress(memory, address) && !isValid(memory)) replaced.add(anchor)
    else lookAlikes.add(anchor)
  }
  return { lookAlikes, replaced }
}

const batch = 1_000

/** Reads all ids once: no index finds one by its end. */
async function findIds(
  anchors: ReadonlySet<string>,
  { memories }: LookAlikeParts['store'],
): Promise<string[]> {
  const found: string[] = []
  if (anchors.size === 0) return found
  for (let last = ''; ; ) {
    const ids = await memories.idsAfter(last, batch)
    found.push(...ids.filter((id) => anchors.has(shortId(id))))
    last = ids.at(-1) ?? ''
    if (ids.length < batch) return found
    await yieldToEventLoop()
  }
}

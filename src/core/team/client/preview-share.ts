/** What sharing a project would send, before anything is sent. */

import { type DigestText, digestLimits } from '../../../contract/team/digest-text.ts'
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import type { Redactor } from '../../ports/redactor.ts'
import type { Store } from '../../ports/store.ts'
import { cleanDigest } from '../clean-digest.ts'
import { isOver } from './digests/note-digest.ts'
import { toDigestText } from './digests/to-digest-text.ts'
import { localAddress } from './note-memory.ts'

export interface SharePreview {
  /** How many were sent before, if it is shared already; sync sends their changes. */
  readonly sent?: number
  readonly memories: readonly {
    readonly id: string
    readonly kind: MemoryKind
    readonly content: string
  }[]
  readonly kinds: readonly { readonly kind: MemoryKind; readonly count: number }[]
}

export async function previewShare(
  localId: string,
  { memories: reader, team }: Pick<Store, 'memories' | 'team'>,
): Promise<SharePreview> {
  const filter = { addresses: [localAddress({ localId })], standing: 'memory' } as const
  const page = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  const own = (await reader.list(filter, page)).memories.filter(({ author }) => !author)
  const joined = (await team.projects()).find(
    (each) => each.localId === localId && each.state === 'joined',
  )
  const fresh: typeof own = []
  for (const memory of own) {
    const item = joined && (await team.item(joined.id, memory.id))
    if (!item || item.version === 0) fresh.push(memory)
  }
  const kinds = Map.groupBy(fresh, ({ kind }) => kind)
  return {
    ...(joined && { sent: own.length - fresh.length }),
    memories: fresh.map(({ id, kind, content }) => ({ id, kind, content })),
    kinds: [...kinds].map(([kind, { length: count }]) => ({ kind, count })),
  }
}

/** The digests that would go if that were switched on, as they would go; the last session first. */
export async function previewDigests(
  localId: string,
  { digests }: Pick<Store, 'digests'>,
  redactor: Redactor,
): Promise<DigestText[]> {
  const found: DigestText[] = []
  for (const id of await digests.lastDigested(localId, digestLimits.newest)) {
    const session = await digests.sessionWithDigest(id)
    const text = session && isOver(session) ? toDigestText(session) : undefined
    if (text) found.push(cleanDigest(text, redactor.forEvent()))
  }
  return found
}

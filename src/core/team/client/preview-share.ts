/** What sharing a project would send, before anything is sent. */
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import type { Store } from '../../ports/store.ts'
import { localAddress } from './note-memory.ts'

export interface SharePreview {
  readonly memories: readonly {
    readonly id: string
    readonly kind: MemoryKind
    readonly content: string
  }[]
  readonly kinds: readonly { readonly kind: MemoryKind; readonly count: number }[]
}

export async function previewShare(
  localId: string,
  { memories: reader }: Pick<Store, 'memories'>,
): Promise<SharePreview> {
  const filter = { addresses: [localAddress({ localId })], standing: 'memory' } as const
  const page = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  const own = (await reader.list(filter, page)).memories.filter(({ author }) => !author)
  const kinds = Map.groupBy(own, ({ kind }) => kind)
  return {
    memories: own.map(({ id, kind, content }) => ({ id, kind, content })),
    kinds: [...kinds].map(([kind, { length: count }]) => ({ kind, count })),
  }
}

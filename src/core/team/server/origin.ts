/**
 * Who shared a memory first, and whether it was forgotten, signed by the server. Clients keep this
 * and send it back: a server restored from a backup may know neither, and must not make the next
 * sender the memory's owner.
 */
import type { Origin, SyncOperation } from '../../../contract/team/sync.ts'
import type { Hash } from '../../model/content-key.ts'
import type { Creation, StoredState, TeamSyncReader } from '../../ports/team/team-sync-store.ts'

interface Proven extends Creation {
  readonly isForgotten: boolean
}

export interface OriginSigner {
  sign(state: Signed): Origin
  /** @returns undefined if the client sent none, or not one of ours */
  check(operation: Pick<SyncOperation, 'id' | 'origin'>): Proven | undefined
}

type Signed = Pick<StoredState, 'id' | 'type' | 'creator' | 'sharedAt'>

export async function openOrigins(
  reader: Pick<TeamSyncReader, 'signingKey'>,
  hash: Hash,
): Promise<OriginSigner> {
  const key = await reader.signingKey()
  // Hashed twice, as in HMAC, so that nobody can sign a longer text from a known proof.
  const prove = (id: string, { creator, sharedAt, isForgotten }: Proven) =>
    hash(key + hash([key, id, creator, sharedAt, isForgotten].join('\n')))
  return {
    sign({ id, type, creator, sharedAt }) {
      const proof = prove(id, { creator, sharedAt, isForgotten: type === 'forgotten' })
      return { person: creator, at: sharedAt, proof }
    },
    check({ id, origin }) {
      if (!origin) return undefined
      const claimed = { creator: origin.person, sharedAt: origin.at }
      // Compares hashes, so that timing reveals nothing about the proof.
      const isProven = (isForgotten: boolean) =>
        hash(key + prove(id, { ...claimed, isForgotten })) === hash(key + origin.proof)
      const isForgotten = isProven(true)
      return isForgotten || isProven(false) ? { ...claimed, isForgotten } : undefined
    },
  }
}

/** The earliest: after a restore, someone may have sent the memory without its origin. */
export function firstCreation(...given: readonly (Creation | undefined)[]): Creation | undefined {
  const [first] = given
    .filter((each) => each !== undefined)
    .toSorted((a, b) => Date.parse(a.sharedAt) - Date.parse(b.sharedAt))
  return first && { creator: first.creator, sharedAt: first.sharedAt }
}

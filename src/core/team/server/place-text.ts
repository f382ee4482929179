/** Valid memories of a project have different keys, and those without a key say different things. */
import type { SharedText } from '../../../contract/team/sync.ts'
import type { StoredMemory, TeamSyncTransaction } from '../../ports/team/team-sync-store.ts'
import type { CleanPut } from './prepare-operation.ts'

export interface PlacedText {
  readonly text: SharedText
  readonly isAltered: boolean
  /** Another memory that says this. */
  readonly same?: StoredMemory | undefined
}

/** A key that is taken is left out. */
export async function placeText(tx: TeamSyncTransaction, put: CleanPut): Promise<PlacedText> {
  const { text, isAltered, contentHash, project, id } = put
  if (text.validTo !== undefined) return { text, isAltered }
  const { key, ...others } = text
  const holder = key === undefined ? undefined : await tx.withKey(project, key, id)
  if (key !== undefined && !holder) return { text, isAltered }
  if (holder?.text.content === text.content) return { text, isAltered, same: holder }
  const same = await tx.withContent(project, contentHash, id)
  return { text: others, isAltered: isAltered || holder !== undefined, same }
}

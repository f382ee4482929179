/** States of memories and digests as rows. */
import type { DigestText } from '../../../contract/team/digest-text.ts'
import type { SharedText } from '../../../contract/team/sync.ts'
import type { StateKind, StoredState } from '../../../core/ports/team/team-sync-store.ts'
import { toValue } from '../../column-names.ts'
import type { Row } from '../connection/values.ts'

export const stateColumns =
  'm.type, m.kind, m.id, m.project_id, m.version, m.author_id, m.author_name, m.creator_id, m.shared_at, m.text'

interface StateRow {
  readonly type: StoredState['type']
  readonly kind: StateKind
  readonly id: string
  readonly projectId: string
  readonly version: number
  readonly authorId: string
  readonly authorName: string
  readonly creatorId: string
  readonly sharedAt: string
  readonly text: unknown
}

export function toState(row: Row): StoredState {
  const { type, kind, id, projectId, version, sharedAt, text, ...people } = toValue<StateRow>(row)
  const author = { id: people.authorId, name: people.authorName }
  const common = { id, project: projectId, version, author, creator: people.creatorId, sharedAt }
  if (type === 'memory') return { type, ...common, text: text as SharedText }
  if (type === 'digest') return { type, ...common, text: text as DigestText }
  return { type, ...(kind === 'digest' && { of: kind }), ...common }
}

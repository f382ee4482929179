/** States of memories as rows. */
import type { SharedText } from '../../../contract/team/sync.ts'
import type { StoredState } from '../../../core/ports/team-sync-store.ts'
import { toValue } from '../../column-names.ts'
import type { Row } from '../connection/values.ts'

export const stateColumns =
  'm.type, m.id, m.project_id, m.version, m.author_id, m.author_name, m.creator_id, m.shared_at, m.text'

interface StateRow {
  readonly type: StoredState['type']
  readonly id: string
  readonly projectId: string
  readonly version: number
  readonly authorId: string
  readonly authorName: string
  readonly creatorId: string
  readonly sharedAt: string
  readonly text: SharedText | undefined
}

export function toState(row: Row): StoredState {
  const { type, id, projectId, version, sharedAt, text, ...people } = toValue<StateRow>(row)
  const author = { id: people.authorId, name: people.authorName }
  const common = { id, project: projectId, version, author, creator: people.creatorId, sharedAt }
  if (type !== 'memory') return { type, ...common }
  if (!text) throw new Error(`the shared memory ${id} has no text`)
  return { type, ...common, text }
}

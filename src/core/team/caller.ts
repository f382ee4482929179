/** Who a request to a team server comes from. Every rule about access starts here. */

import type { Author } from '../../contract/team/sync.ts'
import type { KeyScope, Role } from '../../contract/team/vocabulary.ts'

export interface Caller {
  /** Its id: nothing of another organisation can be reached. */
  readonly organisation: string
  readonly person: Author
  readonly role: Role
  /** What the key allows, within what the role allows. */
  readonly scopes: readonly KeyScope[]
}

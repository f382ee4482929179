/** Projects the user names, overriding what the folder itself says. */
import { normaliseRemote } from './normalise-remote.ts'
import { isRemoteAddress } from './remote-address.ts'

/** One line without control characters; a URL given as a name loses its credentials. */
export function normaliseOverride(name: string | undefined): string | undefined {
  const text = name?.replace(/[\s\p{Cc}]+/gu, ' ').trim() ?? ''
  const plain = isRemoteAddress(text) ? normaliseRemote(text) : text
  return plain ? plain.slice(0, 200) : undefined
}

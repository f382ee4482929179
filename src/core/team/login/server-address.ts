/** What a person gives to sign in: the address of a server, or a one-time link to it. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { peopleRoutes } from '../../../contract/team/routes.ts'
import { isLoopbackHost } from '../../../contract/team/sign-on.ts'

export interface ServerAddress {
  /** Without a path, such as https://memory.example.com */
  readonly origin: string
  /** Of a link. */
  readonly code?: string
}

/** Whether nobody on the way can read what is sent there. */
export function isSafeServer(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
}

/** @throws `invalid-input`, also for an address over which a token could be read */
export function parseServerAddress(given: string): ServerAddress {
  const text = given.includes('://') ? given : `https://${given}`
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new ThroughlineError('invalid-input', `"${given}" is not the address of a server`, {
      hint: 'it looks like https://memory.example.com',
    })
  }
  if (!isSafeServer(url.href)) {
    throw new ThroughlineError(
      'invalid-input',
      'over http anyone on the way could read the token',
      {
        hint: `use https://${url.host}`,
      },
    )
  }
  const [, code] = new RegExp(`^${peopleRoutes.joinPage}/(\\w+)/?$`).exec(url.pathname) ?? []
  return { origin: url.origin, ...(code && { code }) }
}

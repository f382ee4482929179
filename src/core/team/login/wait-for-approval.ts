/** The waiting side of the device authorization grant (RFC 8628, 3.5). */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { DeviceAuthorization } from '../../../contract/team/device-sign-in.ts'
import { peopleRoutes } from '../../../contract/team/routes.ts'
import { isLoopbackHost } from '../../../contract/team/sign-on.ts'

/** A server as seen by a machine that is not signed in. */
export interface SignInServer {
  start(machine: string): Promise<DeviceAuthorization>
  /** @throws `server-unreachable` */
  poll(deviceCode: string): Promise<{ readonly token: string } | { readonly error: string }>
}

export interface Waiting {
  /** Rejects when the user cancels. */
  wait(ms: number): Promise<void>
  /** Monotonic milliseconds. */
  now(): number
}

const slowDownSeconds = 5

/** @returns the token. @throws `not-allowed` if refused; `not-signed-in` if nobody decided in time */
export async function waitForApproval(
  server: Pick<SignInServer, 'poll'>,
  { device_code, interval, expires_in }: DeviceAuthorization,
  { wait, now }: Waiting,
): Promise<string> {
  const giveUpAt = now() + expires_in * 1000
  let seconds = interval
  while (now() < giveUpAt) {
    await wait(seconds * 1000)
    const answer = await server.poll(device_code).catch(orUnreachable)
    if ('token' in answer) return answer.token
    if (answer.error === 'authorization_pending') continue
    if (answer.error === 'slow_down') seconds += slowDownSeconds
    else if (answer.error === 'unreachable') seconds *= 2
    else throw refusal(answer.error)
  }
  throw refusal('expired_token')
}

/** A brief network failure must not end a sign-in. */
function orUnreachable(error: unknown): { readonly error: 'unreachable' } {
  if (error instanceof ThroughlineError && error.code === 'server-unreachable') {
    return { error: 'unreachable' }
  }
  throw error
}

function refusal(error: string): ThroughlineError {
  if (error === 'access_denied') {
    return new ThroughlineError('not-allowed', 'the sign-in was refused in the browser')
  }
  if (error === 'expired_token') {
    return new ThroughlineError('not-signed-in', 'nobody approved the code in time', {
      hint: 'run throughline login again; a code is valid for ten minutes',
    })
  }
  return new ThroughlineError('not-signed-in', `the server ended the sign-in: ${error}`, {
    hint: 'run throughline login again',
  })
}

// What a person enters to sign in: a server's URL, or a one-time link to it.

interface ServerAddress {
  /** Without a path, such as https://memory.example.com */
  readonly origin: string
  /** Set for a link. */
  readonly code?: string
}

/** Whether nobody can read what is sent there in transit. */
export function isSafeServer(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
}

/** @throws `invalid-input`, also for a URL over which a token could be read */
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

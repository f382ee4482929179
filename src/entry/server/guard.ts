/**
 * Which requests the server accepts: only under its own name, so that a page whose name resolves here
 * gains nothing, forms only from its own pages, and API calls only with a valid token or key.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { isLoopbackHost } from '../../contract/team/sign-on.ts'
import type { Actor } from '../../core/team/people/actor.ts'
import { requestLimits } from '../../core/team/people/request-budget.ts'
import { authenticate } from '../../core/team/people/tokens.ts'
import { refuse } from '../http/respond.ts'
import { countAddress, requestIdOf, type ServerParts, setActor } from './server-parts.ts'

export function isLoopbackUrl({ hostname }: URL): boolean {
  return isLoopbackHost(hostname)
}

export function guardHost(publicUrl: () => URL): MiddlewareHandler {
  return async (context, next) => {
    const { host = '', origin } = context.req.header()
    if (!isServed(host, publicUrl())) {
      return refuse(
        context,
        403,
        'this host name is not served',
        'see throughline server --public-url',
      )
    }
    if (origin !== undefined && origin !== ownOrigin(host, publicUrl())) {
      return refuse(context, 403, 'requests from other origins are refused')
    }
    return next()
  }
}

/** Browsers name the page's origin with every form that they post. */
export function isFromOwnPage({ req }: Context, publicUrl: URL): boolean {
  const { host = '', origin } = req.header()
  return origin === ownOrigin(host, publicUrl)
}

function isServed(host: string, publicUrl: URL): boolean {
  if (host.toLowerCase() === publicUrl.host) return true
  const [, name = '', port = ''] = /^(.*?)(?::(\d+))?$/.exec(host.toLowerCase()) ?? []
  return isLoopbackUrl(publicUrl) && isLoopbackHost(name) && port === publicUrl.port
}

const ownOrigin = (host: string, { protocol }: URL) => `${protocol}//${host.toLowerCase()}`

/** Requires a valid token or key. Cookies are for pages only, never here. */
export function requireActor(parts: ServerParts): MiddlewareHandler {
  return async (context, next) => {
    const actor = await authenticateRequest(context, parts)
    if (!actor) {
      await countAddress(context, parts, requestLimits.refusals)
      return refuseToken(context)
    }
    setActor(context, actor)
    parts.budget.count(actor)
    return next()
  }
}

/** @returns undefined if the token is not valid now */
export async function authenticateRequest(
  context: Context,
  { people }: ServerParts,
): Promise<Actor | undefined> {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '') ?? []
  const actor = await authenticate(people, token, requestIdOf(context))
  return actor?.credential.kind === 'browser' ? undefined : actor
}

export function refuseToken(context: Context): Response {
  context.header('WWW-Authenticate', 'Bearer')
  return refuse(context, 401, 'the token or key is not valid', 'throughline login URL')
}

/**
 * Answers only under the server's own name, so that a page whose name resolves here gains nothing, and
 * takes forms only from its own pages.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { isLoopbackHost } from '../../contract/team/sign-on.ts'
import { refuse } from '../http/respond.ts'

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

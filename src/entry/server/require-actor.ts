/** Lets in who has a token or key that holds. Cookies count for pages only, never here. */
import type { MiddlewareHandler } from 'hono'
import { authenticate } from '../../core/team/people/authenticate.ts'
import { requestLimits } from '../../core/team/people/limits.ts'
import { refuse } from '../http/respond.ts'
import { countAddress, requestIdOf, type ServerParts, setActor } from './server-parts.ts'

export function requireActor(parts: ServerParts): MiddlewareHandler {
  return async (context, next) => {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '') ?? []
    const actor = await authenticate(parts.people, token, requestIdOf(context))
    if (actor && actor.credential.kind !== 'browser') {
      setActor(context, actor)
      parts.budget.count(actor)
      return next()
    }
    await countAddress(context, parts, requestLimits.refusals)
    context.header('WWW-Authenticate', 'Bearer')
    return refuse(context, 401, 'the token or key does not hold', 'throughline login URL')
  }
}

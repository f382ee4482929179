/** Lets in who has a token or key that holds. Cookies count for pages only, never here. */
import type { Context, MiddlewareHandler } from 'hono'
import type { Actor } from '../../core/team/people/actor.ts'
import { requestLimits } from '../../core/team/people/request-budget.ts'
import { authenticate } from '../../core/team/people/tokens.ts'
import { refuse } from '../http/respond.ts'
import { countAddress, requestIdOf, type ServerParts, setActor } from './server-parts.ts'

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

/** @returns undefined if the token does not hold at this moment */
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

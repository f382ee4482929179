/** Members, invitations, keys and audit over HTTP. */
import type { Hono } from 'hono'
import { z } from 'zod'
import { parseInput } from '../../contract/parse-input.ts'
import {
  createKeyRequest,
  inviteRequest,
  joinRequest,
  peopleLimits,
  roleRequest,
  rotateKeyRequest,
} from '../../contract/team/people.ts'
import { policyRequest } from '../../contract/team/policy.ts'
import { peopleRoutes as routes } from '../../contract/team/routes.ts'
import { acceptLink } from '../../core/team/people/accept-link.ts'
import { listAudit, refuseKey } from '../../core/team/people/actor.ts'
import {
  createOwnLink,
  invite,
  listInvitations,
  revokeInvitation,
  toOpenInvitation,
} from '../../core/team/people/invitations.ts'
import { createKey, listKeys, revokeKey, rotateKey } from '../../core/team/people/keys.ts'
import {
  changeRole,
  leave,
  listMembers,
  removeFromTeam,
  requireMayLeave,
} from '../../core/team/people/members.ts'
import { decidePolicy, readPolicy } from '../../core/team/people/policy.ts'
import { requestLimits } from '../../core/team/people/request-budget.ts'
import { signOut } from '../../core/team/people/tokens.ts'
import { parseBody, readQuery } from '../http/body.ts'
import { linkTo } from './pages/paths.ts'
import { idIn } from './read-request.ts'
import { actorOf, countAddress, requestIdOf, type ServerParts } from './server-parts.ts'

const done = { status: 'ok' }
const auditQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(peopleLimits.auditPage).default(50),
  before: z.coerce.number().int().positive().optional(),
})

/** A link works once; it signs in a machine without a browser. */
export function serveJoin(app: Hono, parts: ServerParts): void {
  app.post(routes.join, async (context) => {
    await countAddress(context, parts, requestLimits.links)
    const { code, name, machine } = parseInput(joinRequest, parseBody(context))
    const requestId = requestIdOf(context)
    const use = { code, name, kind: 'machine' as const, device: machine, requestId }
    const token = await acceptLink(parts.people, use)
    return context.json({ access_token: token, token_type: 'Bearer' }, 201)
  })
}

export function servePeople(app: Hono, { people, sync, publicUrl }: ServerParts): void {
  app.get(routes.authCheck, async (context) => {
    const { organisation: id, person, role, scopes } = actorOf(context)
    const name = (await people.store.reading(id).organisationName()) ?? ''
    return context.json({ organisation: { id, name }, person, role, scopes })
  })
  app.post(routes.signOut, async (context) => {
    await signOut(people, actorOf(context))
    return context.json(done)
  })
  // People who leave take back what is theirs; people who are removed do not.
  app.post(routes.leave, async (context) => {
    const actor = actorOf(context)
    refuseKey(actor)
    await requireMayLeave(people, actor)
    const withdrawn = await sync.takeBackAll(actor)
    await leave(people, actor)
    return context.json({ ...done, withdrawn })
  })
  app.post(routes.signInLinks, async (context) => {
    const { code, invitation } = await createOwnLink(people, actorOf(context))
    return context.json({ link: linkTo(publicUrl(), code), expiresAt: invitation.expiresAt }, 201)
  })

  app.get(routes.members, async (context) =>
    context.json({ members: await listMembers(people, actorOf(context)) }),
  )
  app.patch(routes.member, async (context) => {
    const { role } = parseInput(roleRequest, parseBody(context))
    await changeRole(people, actorOf(context), idIn(context), role)
    return context.json(done)
  })
  app.delete(routes.member, async (context) => {
    await removeFromTeam(people, actorOf(context), idIn(context))
    return context.json(done)
  })

  app.get(routes.invitations, async (context) =>
    context.json({ invitations: await listInvitations(people, actorOf(context)) }),
  )
  app.post(routes.invitations, async (context) => {
    const { email, role, person } = parseInput(inviteRequest, parseBody(context))
    const { invitation, code } = await invite(people, actorOf(context), email, role, person)
    return context.json(
      { invitation: toOpenInvitation(invitation), link: linkTo(publicUrl(), code) },
      201,
    )
  })
  app.delete(routes.invitation, async (context) => {
    await revokeInvitation(people, actorOf(context), idIn(context))
    return context.json(done)
  })

  app.get(routes.keys, async (context) =>
    context.json({ keys: await listKeys(people, actorOf(context)) }),
  )
  app.post(routes.keys, async (context) => {
    const request = parseInput(createKeyRequest, parseBody(context))
    return context.json(await createKey(people, actorOf(context), request), 201)
  })
  app.post(routes.rotateKey, async (context) => {
    const { graceHours } = parseInput(rotateKeyRequest, parseBody(context))
    return context.json(await rotateKey(people, actorOf(context), idIn(context), graceHours))
  })
  app.delete(routes.key, async (context) => {
    await revokeKey(people, actorOf(context), idIn(context))
    return context.json(done)
  })

  app.get(routes.policy, async (context) =>
    context.json(await readPolicy(people, actorOf(context))),
  )
  app.post(routes.policy, async (context) => {
    const request = parseInput(policyRequest, parseBody(context))
    return context.json(await decidePolicy(people, actorOf(context), request))
  })

  app.get(routes.audit, async (context) => {
    const { limit, before } = parseInput(auditQuery, readQuery(context))
    return context.json({ entries: await listAudit(people, actorOf(context), limit, before) })
  })
}

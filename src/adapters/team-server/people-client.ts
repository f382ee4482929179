/** Manages the people of a team server over HTTP. */
import { z } from 'zod'
import {
  type DeviceAuthorization,
  deviceAuthorizationAnswer,
  deviceClientId,
  deviceErrorAnswer,
  deviceGrantType,
  devicePaths,
} from '../../contract/team/device-sign-in.ts'
import {
  auditAnswer,
  authCheckAnswer,
  type createKeyRequest,
  type InviteRequest,
  invitationAnswer,
  invitationsAnswer,
  keySecretAnswer,
  keysAnswer,
  linkAnswer,
  membersAnswer,
  tokenAnswer,
} from '../../contract/team/people.ts'
import { policyAnswer, type policyRequest } from '../../contract/team/policy.ts'
import { peopleRoutes as routes } from '../../contract/team/routes.ts'
import type { Role } from '../../contract/team/vocabulary.ts'
import type { SignInServer } from '../../core/team/login/wait-for-approval.ts'
import {
  requestServer,
  type ServerConnection,
  type ServerRequest,
  sendToServer,
} from './request.ts'

export type PeopleClient = ReturnType<typeof openPeopleClient>

export function openPeopleClient(connection: ServerConnection) {
  const ask = <Schema extends z.ZodType>(
    answer: Schema,
    method: ServerRequest['method'],
    path: string,
    body?: object,
  ) => requestServer(connection, { method, path, ...(body && { body }) }, answer)
  const at = (route: string, id: string) => route.replace(':id', encodeURIComponent(id))
  const anything = z.unknown()
  return {
    authCheck: () => ask(authCheckAnswer, 'GET', routes.authCheck),
    signOut: () => ask(anything, 'POST', routes.signOut, {}),
    leave: () => ask(z.object({ withdrawn: z.int().min(0) }), 'POST', routes.leave, {}),
    createLink: () => ask(linkAnswer, 'POST', routes.signInLinks, {}),
    members: () => ask(membersAnswer, 'GET', routes.members),
    changeRole: (id: string, role: Role) => ask(anything, 'PATCH', at(routes.member, id), { role }),
    remove: (id: string) => ask(anything, 'DELETE', at(routes.member, id)),
    invitations: () => ask(invitationsAnswer, 'GET', routes.invitations),
    invite: (request: InviteRequest) => ask(invitationAnswer, 'POST', routes.invitations, request),
    revokeInvitation: (id: string) => ask(anything, 'DELETE', at(routes.invitation, id)),
    keys: () => ask(keysAnswer, 'GET', routes.keys),
    createKey: (request: z.input<typeof createKeyRequest>) =>
      ask(keySecretAnswer, 'POST', routes.keys, request),
    rotateKey: (id: string, graceHours: number) =>
      ask(keySecretAnswer, 'POST', at(routes.rotateKey, id), { graceHours }),
    revokeKey: (id: string) => ask(anything, 'DELETE', at(routes.key, id)),
    audit: (limit: number, before?: number) => {
      const query = new URLSearchParams({ limit: String(limit) })
      if (before !== undefined) query.set('before', String(before))
      return ask(auditAnswer, 'GET', `${routes.audit}?${query}`)
    },
    policy: () => ask(policyAnswer, 'GET', routes.policy),
    decidePolicy: (request: z.input<typeof policyRequest>) =>
      ask(policyAnswer, 'POST', routes.policy, request),
    /** Uses a one-time link. @returns a token */
    async join(code: string, machine: string, name?: string): Promise<string> {
      const body = { code, machine, ...(name && { name }) }
      return (await ask(tokenAnswer, 'POST', routes.join, body)).access_token
    },
  }
}

export function openSignInServer(connection: ServerConnection): SignInServer {
  return {
    start: (machine): Promise<DeviceAuthorization> => {
      const body = new URLSearchParams({ client_id: deviceClientId, device_name: machine })
      const request = { method: 'POST', path: devicePaths.authorization, body } as const
      return requestServer(connection, request, deviceAuthorizationAnswer)
    },
    async poll(deviceCode) {
      const fields = {
        client_id: deviceClientId,
        grant_type: deviceGrantType,
        device_code: deviceCode,
      }
      const body = new URLSearchParams(fields)
      const { status, value } = await sendToServer(connection, {
        method: 'POST',
        path: devicePaths.token,
        body,
      })
      const token = tokenAnswer.safeParse(value)
      if (status === 200 && token.success) return { token: token.data.access_token }
      const refused = deviceErrorAnswer.safeParse(value)
      return { error: refused.success ? refused.data.error : 'slow_down' }
    },
  }
}

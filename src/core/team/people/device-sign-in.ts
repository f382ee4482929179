/**
 * Signs in a machine (RFC 8628): it shows a short code, a signed-in person enters it in a browser and
 * approves, and the machine, which keeps polling, gets a token once.
 */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { DeviceError } from '../../../contract/team/device-sign-in.ts'
import type { DeviceRequest } from '../../ports/team/people-store.ts'
import { type Actor, audited, notAllowed, type PeopleParts } from './actor.ts'
import { currentPerson } from './members.ts'
import { issueToken, noOrganisation, parseSecret, secretCharacters, writeSecret } from './tokens.ts'

/** No vowels, so no words; no letters that look like digits (RFC 8628, 6.1). */
const userCodeAlphabet = 'BCDFGHJKLMNPQRSTVWXZ'
const userCodeCharacters = 8
const lifeSeconds = 600
const pollSeconds = 5
const attempts = 5

export interface StartedDeviceSignIn {
  readonly deviceCode: string
  readonly userCode: string
  readonly expiresInSeconds: number
  readonly intervalSeconds: number
}

export async function startDeviceSignIn(
  { store, secrets, clock, ids }: PeopleParts,
  machine: string,
): Promise<StartedDeviceSignIn> {
  const now = clock.now()
  for (let attempt = 0; attempt < attempts; attempt++) {
    const userCode = secrets.random(userCodeCharacters, userCodeAlphabet)
    const secret = secrets.random(secretCharacters)
    const id = ids.next()
    const isNew = await store.devices.add({
      id,
      codeHash: secrets.hash(secret),
      userCodeHash: secrets.hash(userCode),
      machine,
      status: 'pending',
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + lifeSeconds * 1000).toISOString(),
      intervalSeconds: pollSeconds,
    })
    if (!isNew) continue
    return {
      deviceCode: writeSecret({ kind: 'device', organisation: noOrganisation, id, secret }),
      userCode: `${userCode.slice(0, 4)}-${userCode.slice(4)}`,
      expiresInSeconds: lifeSeconds,
      intervalSeconds: pollSeconds,
    }
  }
  throw new ThroughlineError('internal', 'no free code was found')
}

/** The request that a person may decide about. @throws `not-found` */
export async function findDeviceRequest(
  parts: PeopleParts,
  actor: Actor,
  userCode: string,
): Promise<Pick<DeviceRequest, 'id' | 'machine' | 'createdAt'>> {
  requireBrowser(actor)
  const { store, secrets, clock } = parts
  const request = await store.devices.byUserCode(secrets.hash(plainUserCode(userCode)))
  const isOpen = request?.status === 'pending' && request.expiresAt > clock.now().toISOString()
  if (!request || !isOpen) throw noSuchCode()
  return request
}

/** @throws `not-found` if the code is wrong, expired or decided */
export async function decideDeviceRequest(
  parts: PeopleParts,
  actor: Actor,
  userCode: string,
  decision: 'approve' | 'deny',
): Promise<void> {
  const { store, clock } = parts
  const { id } = await findDeviceRequest(parts, actor, userCode)
  const { organisation } = actor
  const person = await currentPerson(store.reading(organisation), actor)
  const approval = { status: 'approved', organisation, person: person.id } as const
  const wasFirst = await store.devices.decide(
    id,
    decision === 'approve' ? approval : { status: 'denied' },
  )
  if (!wasFirst) throw noSuchCode()
  if (decision === 'approve') return
  const at = clock.now().toISOString()
  await store.writing(organisation, (people) =>
    people.record(audited(actor, at, 'machine-refused', id)),
  )
}

export type DevicePoll = { readonly token: string } | { readonly error: DeviceError }

export async function pollDeviceSignIn(
  parts: PeopleParts,
  deviceCode: string,
  requestId?: string,
): Promise<DevicePoll> {
  const { store, secrets, clock } = parts
  const given = parseSecret(deviceCode)
  if (given?.kind !== 'device') return { error: 'invalid_grant' }
  const request = await store.devices.byId(given.id)
  const isRight = secrets.isEqual(request?.codeHash ?? '', secrets.hash(given.secret))
  if (!request || !isRight || request.status === 'taken') return { error: 'invalid_grant' }
  const now = clock.now()
  if (request.expiresAt <= now.toISOString()) return { error: 'expired_token' }
  if (request.status === 'denied') return { error: 'access_denied' }
  const isTooSoon = isSooner(request, now)
  const interval = request.intervalSeconds + (isTooSoon ? pollSeconds : 0)
  await store.devices.notePoll(request.id, now.toISOString(), interval)
  if (isTooSoon) return { error: 'slow_down' }
  if (request.status === 'pending') return { error: 'authorization_pending' }
  return exchange(parts, request, requestId)
}

async function exchange(
  parts: PeopleParts,
  { id, machine, approvedOrganisation, approvedBy }: DeviceRequest,
  requestId: string | undefined,
): Promise<DevicePoll> {
  const { store } = parts
  if (!approvedOrganisation || !approvedBy || !(await store.devices.take(id))) {
    return { error: 'invalid_grant' }
  }
  return store.writing(approvedOrganisation, async (people) => {
    const person = await people.person(approvedBy)
    if (!person || person.removedAt) return { error: 'access_denied' }
    const rest = { person, kind: 'machine' as const, name: machine, requestId }
    return {
      token: await issueToken(parts, people, { organisation: approvedOrganisation, ...rest }),
    }
  })
}

/** Allows a quarter of a second for the network. */
function isSooner({ polledAt, intervalSeconds }: DeviceRequest, now: Date): boolean {
  if (!polledAt) return false
  return now.getTime() - new Date(polledAt).getTime() < intervalSeconds * 1000 - 250
}

/** People type it in lower case and with other dashes. */
const plainUserCode = (typed: string) => typed.toUpperCase().replaceAll(/[^A-Z]/g, '')

/** Only in a browser does a person see what they approve. */
function requireBrowser({ credential }: Actor): void {
  if (credential.kind !== 'browser') throw notAllowed('approve machines in a browser')
}

function noSuchCode(): ThroughlineError {
  return new ThroughlineError('not-found', 'there is no such code', {
    hint: 'codes are valid for ten minutes and work once; run throughline login again',
  })
}

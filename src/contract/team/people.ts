/** The people of a team server: members, invitations, keys, sign-in and audit, as HTTP says them. */
import { z } from 'zod'
import { keyScopes, roles } from './vocabulary.ts'

export const peopleLimits = {
  nameCharacters: 100,
  keyNameCharacters: 100,
  /** An organisation may have this many of each that still count. */
  invitations: 1_000,
  keysPerPerson: 50,
  keyDays: 366,
  auditPage: 200,
} as const

const id = z.uuid()
const time = z.iso.datetime()
const oneLine = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u

/** Shown in terminals, pages and context lines: no control characters and no invisible ones. */
export const personName = z
  .string()
  .trim()
  .min(1)
  .max(peopleLimits.nameCharacters)
  .regex(oneLine, 'must be one line of visible characters')

export const emailAddress = z.string().trim().toLowerCase().max(254).pipe(z.email())

const member = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  joinedAt: time,
})
export type Member = z.infer<typeof member>

export const membersAnswer = z.object({ members: z.array(member) })

const openInvitation = z.object({
  id,
  email: z.string(),
  role: z.enum(roles),
  createdAt: time,
  expiresAt: time,
})
export type OpenInvitation = z.infer<typeof openInvitation>

export const inviteRequest = z.strictObject({
  email: emailAddress,
  role: z.enum(roles).default('member'),
  /** For the address of a former member: whether they come back, or somebody else has it now. */
  person: z.enum(['same', 'new']).optional(),
})
export type InviteRequest = z.infer<typeof inviteRequest>

/** The link is shown once; the server keeps only a hash. */
export const invitationAnswer = z.object({ invitation: openInvitation, link: z.url() })
export const invitationsAnswer = z.object({ invitations: z.array(openInvitation) })
export const linkAnswer = z.object({ link: z.url(), expiresAt: time })

export const roleRequest = z.strictObject({ role: z.enum(roles) })

const apiKey = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** Whose it is: it can do no more than this person. */
  person: z.object({ id, name: z.string() }),
  createdAt: time,
  expiresAt: time,
  lastUsedAt: time.optional(),
})
export type ApiKey = z.infer<typeof apiKey>

export const keysAnswer = z.object({ keys: z.array(apiKey) })

export const createKeyRequest = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(peopleLimits.keyNameCharacters)
    .regex(oneLine, 'must be one line of visible characters'),
  scopes: z.array(z.enum(keyScopes)).min(1).max(keyScopes.length),
  days: z.int().min(1).max(peopleLimits.keyDays).default(90),
})
export type CreateKeyRequest = z.infer<typeof createKeyRequest>

/** The old secret works for this long beside the new one. */
export const rotateKeyRequest = z.strictObject({
  graceHours: z.int().min(0).max(168).default(24),
})

/** The secret is shown once. */
export const keySecretAnswer = z.object({ key: apiKey, secret: z.string() })

/** What happened, to whom and by whom; never what a memory says. */
const auditEntry = z.object({
  number: z.int().positive(),
  at: time,
  action: z.string(),
  /** Absent if the server's operator did it. */
  person: z.object({ id, name: z.string() }).optional(),
  /** The id of the person, key, invitation, project or memory it was done to. */
  subject: z.string().optional(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  requestId: z.string().optional(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Newest first. */
export const auditAnswer = z.object({ entries: z.array(auditEntry) })

export const authCheckAnswer = z.object({
  organisation: z.object({ id, name: z.string() }),
  person: z.object({ id, name: z.string() }),
  role: z.enum(roles),
  scopes: z.array(z.enum(keyScopes)),
})

/** Accepting a link without a browser. */
export const joinRequest = z.strictObject({
  code: z.string().max(200),
  name: personName.optional(),
  machine: personName,
})

export const tokenAnswer = z.object({ access_token: z.string(), token_type: z.literal('Bearer') })

/**
 * The people of a team server. Everything belongs to one organisation, except requests of machines
 * that nobody approved yet, and counts of requests from addresses.
 */
import type { AuditEntry } from '../../../contract/team/people.ts'
import type { Quota } from '../../../contract/team/quotas.ts'
import type { KeyScope, PolicyChoice, Role } from '../../../contract/team/vocabulary.ts'
import type { SignOnAttempts, SignOnChoice, SignOnReader, SignOnWriter } from './sign-on.ts'

export interface Person {
  readonly id: string
  /** In lower case; of one person in the organisation who was not removed. */
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly joinedAt: string
  /** Kept because memories name their authors. */
  readonly removedAt?: string | undefined
}

/** A link that works once: to join with a role, or to sign in the person it names. */
export interface Invitation {
  readonly id: string
  readonly codeHash: string
  readonly email: string
  readonly role: Role
  /** Set if it signs this person in. */
  readonly personId?: string | undefined
  /** Who joins with it is this person again, who was removed. */
  readonly returnsAs?: string | undefined
  /** Absent if the server's operator made it. */
  readonly invitedBy?: string | undefined
  readonly createdAt: string
  readonly expiresAt: string
  readonly usedAt?: string | undefined
  readonly revokedAt?: string | undefined
}

export const tokenKinds = ['machine', 'browser'] as const
export type TokenKind = (typeof tokenKinds)[number]

export interface Token {
  readonly id: string
  readonly personId: string
  readonly kind: TokenKind
  /** The name of the machine, or the browser's description of itself. */
  readonly name: string
  readonly hash: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastUsedAt?: string | undefined
  readonly revokedAt?: string | undefined
}

export interface StoredKey {
  readonly id: string
  readonly personId: string
  readonly name: string
  readonly scopes: readonly KeyScope[]
  readonly hash: string
  /** After a rotation, the secret before works until then. */
  readonly formerHash?: string | undefined
  readonly formerUntil?: string | undefined
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastUsedAt?: string | undefined
  readonly revokedAt?: string | undefined
}

/** Whom a token or key lets in, once its secret was compared. */
export interface SignedInAs
  extends Pick<StoredKey, 'hash' | 'formerHash' | 'formerUntil' | 'expiresAt' | 'lastUsedAt'> {
  readonly revokedAt?: string | undefined
  /** A token has none: it may do everything. */
  readonly scopes?: readonly KeyScope[] | undefined
  readonly person: Pick<Person, 'id' | 'name' | 'role'>
}

/** Whose memories every machine trusts, by decision of an admin. */
export interface StoredPolicy {
  /** Grows by one with each decision. */
  readonly version: number
  readonly approve: PolicyChoice
  /** Those who are named. */
  readonly people: readonly string[]
  readonly decidedBy: string
  readonly decidedAt: string
}

export type NewAuditEntry = Omit<AuditEntry, 'number' | 'person'> & {
  readonly personId?: string | undefined
}

/** Reads of one organisation. Lists are ordered by creation. */
export interface PeopleReader {
  /** Undefined if there is no such organisation. */
  organisationName(): Promise<string | undefined>
  person(id: string): Promise<Person | undefined>
  /** Not removed. */
  personByEmail(email: string): Promise<Person | undefined>
  /** Not removed. */
  people(): Promise<Person[]>
  token(id: string): Promise<Token | undefined>
  /** A token or key with its person, in one read: every request asks. */
  signedIn(kind: TokenKind | 'key', id: string): Promise<SignedInAs | undefined>
  /** Neither revoked nor expired at that time; last used first. */
  openTokens(at: string): Promise<Token[]>
  key(id: string): Promise<StoredKey | undefined>
  /** Not revoked. */
  keys(): Promise<StoredKey[]>
  invitation(id: string): Promise<Invitation | undefined>
  /** Neither used nor revoked, and not expired at that time. */
  openInvitations(at: string): Promise<Invitation[]>
  /** Who had this address last, if they were removed and nobody has it now. */
  formerPerson(email: string): Promise<Person | undefined>
  readonly signOn: SignOnReader
  /** The last one decided. */
  policy(): Promise<StoredPolicy | undefined>
  /** The limits that are set; others have their defaults. */
  quota(): Promise<Partial<Quota>>
  /** Keys count until they expire. */
  used(at: string): Promise<Quota>
  /** Newest first, with smaller numbers than `before`. */
  audit(limit: number, before?: number): Promise<AuditEntry[]>
}

/** Undefined members of a change stay as they are. */
export interface PeopleWriter extends PeopleReader {
  addPerson(person: Person): Promise<void>
  updatePerson(id: string, change: Partial<Pick<Person, 'role' | 'removedAt'>>): Promise<void>
  /** Someone who was removed is a member again. */
  returnPerson(person: Person): Promise<void>
  addToken(token: Token): Promise<void>
  revokeToken(id: string, at: string): Promise<void>
  addKey(key: StoredKey): Promise<void>
  updateKey(id: string, change: Partial<Omit<StoredKey, 'id' | 'personId'>>): Promise<void>
  addInvitation(invitation: Invitation): Promise<void>
  updateInvitation(
    id: string,
    change: Partial<Pick<Invitation, 'usedAt' | 'revokedAt'>>,
  ): Promise<void>
  /** Revokes all tokens, keys and open invitations of a person. */
  revokeAllOf(person: string, at: string): Promise<void>
  readonly signOn: SignOnWriter
  /** Those before stay. */
  addPolicy(policy: StoredPolicy): Promise<void>
  setQuota(quota: Partial<Quota>): Promise<void>
  /** Cannot be changed or deleted afterwards. */
  record(entry: NewAuditEntry): Promise<void>
}

export interface PeopleStore {
  reading(organisation: string): PeopleReader
  /**
   * Runs `work` in one transaction as the organisation's only writer.
   * @throws `not-found` if there is no such organisation
   */
  writing<T>(organisation: string, work: (people: PeopleWriter) => Promise<T>): Promise<T>
  createOrganisation(name: string): Promise<string>
  readonly devices: DeviceRequests
  readonly attempts: SignOnAttempts
  /** Organisations with single sign-on, or those that name this domain; by creation. */
  signOnChoices(domain: string | undefined, limit: number): Promise<SignOnChoice[]>
  readonly counts: RequestCounts
  noteUse(organisation: string, kind: TokenKind | 'key', id: string, at: string): Promise<void>
}

export interface RequestCounts {
  /**
   * Adds to counts of one organisation, or of addresses.
   * @returns the sums by subject
   */
  add(organisation: string | undefined, counts: readonly RequestCount[]): Promise<RequestSums>
  /** Of one organisation, or of addresses. */
  removeBefore(time: string, organisation?: string): Promise<void>
}

type RequestSums = ReadonlyMap<string, number>

interface RequestCount {
  readonly subject: string
  /** When its window begins. */
  readonly since: string
  readonly by: number
}

/** Machines that ask to be signed in. They belong to no organisation until someone approves them. */
type DeviceStatus = 'pending' | 'approved' | 'denied' | 'taken'

export interface DeviceRequest {
  readonly id: string
  readonly codeHash: string
  readonly userCodeHash: string
  /** As the machine calls itself. */
  readonly machine: string
  readonly status: DeviceStatus
  readonly approvedOrganisation?: string | undefined
  readonly approvedBy?: string | undefined
  readonly createdAt: string
  readonly expiresAt: string
  readonly intervalSeconds: number
  readonly polledAt?: string | undefined
}

export interface DeviceRequests {
  /** @returns false if an open request has this user code */
  add(request: DeviceRequest): Promise<boolean>
  byId(id: string): Promise<DeviceRequest | undefined>
  byUserCode(hash: string): Promise<DeviceRequest | undefined>
  notePoll(id: string, at: string, intervalSeconds: number): Promise<void>
  /** @returns false if it was decided before */
  decide(id: string, decision: DeviceDecision): Promise<boolean>
  /** @returns true for the first caller after it was approved, false for every other */
  take(id: string): Promise<boolean>
  removeBefore(time: string): Promise<void>
}

type DeviceDecision =
  | { readonly status: 'approved'; readonly organisation: string; readonly person: string }
  | { readonly status: 'denied' }

/** All organisations of a server. For its operator; a request never sees more than its own. */
export interface Organisation {
  readonly id: string
  readonly name: string
}

export interface OrganisationSummary extends Organisation {
  readonly createdAt: string
  /** Not removed. */
  readonly members: number
  readonly memories: number
}

export interface Organisations {
  /** By creation. */
  list(): Promise<OrganisationSummary[]>
  /** Organisations with this name in any case, or whose id begins or ends with it; all without a name. By creation. */
  find(nameOrId: string | undefined, limit: number): Promise<Organisation[]>
  /** With everything that belongs to it, for good. */
  remove(id: string): Promise<void>
}

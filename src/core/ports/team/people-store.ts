/**
 * The people of a team server. Everything belongs to one organisation, except requests of
 * unapproved machines, and request counts per address.
 */
import type { AuditEntry } from '../../../contract/team/people.ts'
import type { Quota } from '../../../contract/team/quotas.ts'
import type { KeyScope, PolicyChoice, Role } from '../../../contract/team/vocabulary.ts'
import type { SignOnAttempts, SignOnChoice, SignOnReader, SignOnWriter } from './sign-on.ts'

export interface Person {
  readonly id: string
  /** In lower case; unique among the organisation's people who were not removed. */
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
  /** Set if it signs in this person. */
  readonly personId?: string | undefined
  /** The removed person whom it brings back. */
  readonly returnsAs?: string | undefined
  /** Undefined if the server's operator created it. */
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
  /** The machine's name, or the browser's description of itself. */
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
  /** After a rotation, the previous secret works until then. */
  readonly formerHash?: string | undefined
  readonly formerUntil?: string | undefined
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastUsedAt?: string | undefined
  readonly revokedAt?: string | undefined
}

/** The person whom a token or key signs in, once its secret was compared. */
export interface SignedInAs
  extends Pick<StoredKey, 'hash' | 'formerHash' | 'formerUntil' | 'expiresAt' | 'lastUsedAt'> {
  readonly revokedAt?: string | undefined
  /** Undefined for a token, which may do everything. */
  readonly scopes?: readonly KeyScope[] | undefined
  readonly person: Pick<Person, 'id' | 'name' | 'role'>
}

/** Whose memories every machine trusts, as decided by an admin. */
export interface StoredPolicy {
  /** Increases by one with each decision. */
  readonly version: number
  readonly approve: PolicyChoice
  /** The people named in the policy. */
  readonly people: readonly string[]
  readonly decidedBy: string
  readonly decidedAt: string
}

export type NewAuditEntry = Omit<AuditEntry, 'number' | 'person'> & {
  readonly personId?: string | undefined
}

/** Reads one organisation. Lists are ordered by creation. */
export interface PeopleReader {
  /** Undefined if the organisation does not exist. */
  organisationName(): Promise<string | undefined>
  person(id: string): Promise<Person | undefined>
  /** Excludes removed people. */
  personByEmail(email: string): Promise<Person | undefined>
  /** Excludes removed people. */
  people(): Promise<Person[]>
  token(id: string): Promise<Token | undefined>
  /** A token or key with its person, in one read, because every request needs it. */
  signedIn(kind: TokenKind | 'key', id: string): Promise<SignedInAs | undefined>
  /** Neither revoked nor expired at that time; last used first. */
  openTokens(at: string): Promise<Token[]>
  key(id: string): Promise<StoredKey | undefined>
  /** Excludes revoked keys. */
  keys(): Promise<StoredKey[]>
  invitation(id: string): Promise<Invitation | undefined>
  /** Neither used, revoked nor expired at that time. */
  openInvitations(at: string): Promise<Invitation[]>
  /** Who last had this address, if they were removed and nobody has it now. */
  formerPerson(email: string): Promise<Person | undefined>
  readonly signOn: SignOnReader
  /** The last one decided. */
  policy(): Promise<StoredPolicy | undefined>
  /** The limits that are set; others have their defaults. */
  quota(): Promise<Partial<Quota>>
  /** Keys count until they expire. */
  used(at: string): Promise<Quota>
  /** Newest first, with numbers below `before`. */
  audit(limit: number, before?: number): Promise<AuditEntry[]>
}

/** Undefined members of a change stay unchanged. */
export interface PeopleWriter extends PeopleReader {
  addPerson(person: Person): Promise<void>
  updatePerson(id: string, change: Partial<Pick<Person, 'role' | 'removedAt'>>): Promise<void>
  /** Makes a removed person a member again. */
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
  /** Earlier policies stay. */
  addPolicy(policy: StoredPolicy): Promise<void>
  setQuota(quota: Partial<Quota>): Promise<void>
  /** Entries cannot be changed or deleted. */
  record(entry: NewAuditEntry): Promise<void>
}

export interface PeopleStore {
  reading(organisation: string): PeopleReader
  /**
   * Runs `work` in one transaction as the organisation's only writer.
   * @throws `not-found` if the organisation does not exist
   */
  writing<T>(organisation: string, work: (people: PeopleWriter) => Promise<T>): Promise<T>
  createOrganisation(name: string): Promise<string>
  readonly devices: DeviceRequests
  readonly attempts: SignOnAttempts
  /** Organisations with single sign-on, or those that list this domain; by creation. */
  signOnChoices(domain: string | undefined, limit: number): Promise<SignOnChoice[]>
  readonly counts: RequestCounts
  noteUse(organisation: string, kind: TokenKind | 'key', id: string, at: string): Promise<void>
}

export interface RequestCounts {
  /**
   * Adds to the counts of one organisation, or of addresses.
   * @returns the sums by subject
   */
  add(organisation: string | undefined, counts: readonly RequestCount[]): Promise<RequestSums>
  /** Counts of one organisation, or of addresses. */
  removeBefore(time: string, organisation?: string): Promise<void>
}

type RequestSums = ReadonlyMap<string, number>

interface RequestCount {
  readonly subject: string
  readonly since: string
  readonly by: number
}

/** Machines that ask to sign in. They belong to no organisation until someone approves them. */
type DeviceStatus = 'pending' | 'approved' | 'denied' | 'taken'

export interface DeviceRequest {
  readonly id: string
  readonly codeHash: string
  readonly userCodeHash: string
  /** The machine's name for itself. */
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
  /** @returns false if an open request already has this user code */
  add(request: DeviceRequest): Promise<boolean>
  byId(id: string): Promise<DeviceRequest | undefined>
  byUserCode(hash: string): Promise<DeviceRequest | undefined>
  notePoll(id: string, at: string, intervalSeconds: number): Promise<void>
  /** @returns false if it was already decided */
  decide(id: string, decision: DeviceDecision): Promise<boolean>
  /** @returns true for the first caller after the approval, false for all others */
  take(id: string): Promise<boolean>
  removeBefore(time: string): Promise<void>
}

type DeviceDecision =
  | { readonly status: 'approved'; readonly organisation: string; readonly person: string }
  | { readonly status: 'denied' }

/** All organisations of a server. For its operator; a request sees only its own. */
export interface Organisation {
  readonly id: string
  readonly name: string
}

export interface OrganisationSummary extends Organisation {
  readonly createdAt: string
  /** Excludes removed people. */
  readonly members: number
  readonly memories: number
}

export interface Organisations {
  /** Ordered by creation. */
  list(): Promise<OrganisationSummary[]>
  /** Organisations by name in any case, or by an end of the id; all if undefined. By creation. */
  find(nameOrId: string | undefined, limit: number): Promise<Organisation[]>
  /** Deletes the organisation and everything that belongs to it. */
  remove(id: string): Promise<void>
}

/** Single sign-on as stored by the server, without any token or secret of a provider. */
import type { SignOnSettings } from '../../../contract/team/sign-on.ts'

/** Someone's account at the provider. Its subject stays the same when the address changes. */
export interface SignOnAccount {
  readonly issuer: string
  readonly subject: string
  readonly personId: string
  readonly boundAt: string
}

export interface SignOnReader {
  settings(): Promise<SignOnSettings | undefined>
  account(issuer: string, subject: string): Promise<SignOnAccount | undefined>
  accountOf(personId: string, issuer: string): Promise<SignOnAccount | undefined>
}

export interface SignOnWriter extends SignOnReader {
  /** Without settings, single sign-on is off. Accounts stay. */
  set(settings: SignOnSettings | undefined): Promise<void>
  /** Overrides an earlier owner of the account. */
  bind(account: SignOnAccount): Promise<void>
  /** @returns the number of accounts the person had */
  release(personId: string): Promise<number>
}

/** A sign-in in progress: the browser has a secret, and the provider's answer is awaited. */
export interface SignOnAttempt {
  readonly id: string
  readonly secretHash: string
  readonly forOrganisation: string
  /** The code of the machine to approve next; '' for the page where the user types it. */
  readonly deviceCode?: string | undefined
  readonly createdAt: string
  readonly expiresAt: string
}

export interface SignOnAttempts {
  add(attempt: SignOnAttempt): Promise<void>
  find(id: string): Promise<SignOnAttempt | undefined>
  /** Removes it. @returns whether this call removed it */
  take(id: string): Promise<boolean>
  removeBefore(time: string): Promise<void>
}

/** An organisation that a browser can sign in to. */
export interface SignOnChoice {
  readonly organisation: string
  readonly name: string
  readonly label: string
}

/** An OpenID Connect provider. What it issues is checked and then forgotten. */
export interface ProviderSetup {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** What binds the provider's answer to this browser and this attempt. */
export interface ProviderRequest {
  /** Where the provider sends the browser back. */
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface ProviderIdentity {
  readonly subject: string
  readonly email?: string | undefined
  readonly isEmailVerified: boolean
  readonly name?: string | undefined
}

/**
 * Every method throws `server-unreachable` if the provider does not respond, and `invalid-config`
 * if it rejects this client.
 */
export interface SignOnProvider {
  /** Reads the provider's metadata. */
  check(setup: Pick<ProviderSetup, 'issuer' | 'clientId'>): Promise<void>
  /** The URL where the browser signs in. */
  addressOf(setup: ProviderSetup, request: ProviderRequest): Promise<URL>
  /**
   * Exchanges the code in the answer and verifies the result.
   * @param answer the URL to which the browser returned
   * @throws `not-allowed` if the provider refused; `not-signed-in` if anything does not match
   */
  identify(setup: ProviderSetup, request: ProviderRequest, answer: URL): Promise<ProviderIdentity>
}

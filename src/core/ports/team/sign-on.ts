/** Single sign-on as the server keeps it. No token or secret of a provider is among it. */
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
  /** Even if the account belonged to somebody else before. */
  bind(account: SignOnAccount): Promise<void>
  /** @returns how many accounts the person had */
  release(personId: string): Promise<number>
}

/** A sign-in under way: the browser has a secret, and the provider is being asked. */
export interface SignOnAttempt {
  readonly id: string
  readonly secretHash: string
  readonly forOrganisation: string
  /** The code of the machine to approve next; '' for the page where it is typed. */
  readonly deviceCode?: string | undefined
  readonly createdAt: string
  readonly expiresAt: string
}

export interface SignOnAttempts {
  add(attempt: SignOnAttempt): Promise<void>
  find(id: string): Promise<SignOnAttempt | undefined>
  /** Removes it. @returns whether this call did */
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

/** What ties the provider's answer to this browser and this attempt. */
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
 * Every method throws `server-unreachable` if the provider does not answer, and `invalid-config` if it
 * does not accept this client.
 */
export interface SignOnProvider {
  /** Reads what the provider says about itself. */
  check(setup: Pick<ProviderSetup, 'issuer' | 'clientId'>): Promise<void>
  /** Where the browser is sent to sign in. */
  addressOf(setup: ProviderSetup, request: ProviderRequest): Promise<URL>
  /**
   * Exchanges the code of the answer and checks what comes back.
   * @param answer the address that the browser came back to
   * @throws `not-allowed` if the provider refused; `not-signed-in` if anything does not fit the request
   */
  identify(setup: ProviderSetup, request: ProviderRequest, answer: URL): Promise<ProviderIdentity>
}

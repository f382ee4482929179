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
  /** Also if the account was somebody else's before. */
  bind(account: SignOnAccount): Promise<void>
  /** @returns how many accounts the person had */
  release(personId: string): Promise<number>
}

/** A sign-in under way: the browser has a secret, and the provider is being asked. */
export interface SignOnAttempt {
  readonly id: string
  readonly secretHash: string
  readonly forOrganisation: string
  /** The code of a machine to go on with; '' for the page where it is typed. */
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

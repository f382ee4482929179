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

/** Who signed in, as the provider says. */
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

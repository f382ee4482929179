/**
 * OpenID Connect: the authorization code flow with PKCE, state and nonce. Operators who use single
 * sign-on install `openid-client`; it is loaded on first use.
 */
import type { ClientAuth, Configuration, IDToken, UserInfoResponse } from 'openid-client'
import { ThroughlineError } from '../../contract/errors.ts'
import type {
  ProviderIdentity,
  ProviderSetup,
  SignOnProvider,
} from '../../core/ports/team/sign-on.ts'

type Library = typeof import('openid-client')

const limitSeconds = 10
/** Providers rarely change keys and addresses, and unknown keys are fetched anyway. */
const keptMs = 3_600_000
const mostKept = 1_000

export function createSignOnProvider(): SignOnProvider {
  const known = new Map<
    string,
    { readonly since: number; readonly client: Promise<Configuration> }
  >()

  async function connect(setup: ProviderSetup): Promise<Configuration> {
    const key = JSON.stringify(setup)
    const found = known.get(key)
    if (found && performance.now() - found.since < keptMs) return found.client
    if (known.size >= mostKept) known.clear()
    const library = await load()
    const client = discover(library, setup, authenticateBy(library, setup.clientSecret))
    known.set(key, { since: performance.now(), client })
    // An outage must not be remembered for an hour.
    client.catch(() => known.delete(key))
    return client
  }

  return {
    check: (setup) =>
      translating(setup, async () => {
        const library = await load()
        await discover(library, setup, library.None())
      }),
    addressOf: (setup, { redirectUri, state, nonce, verifier }) =>
      translating(setup, async () => {
        const client = await connect(setup)
        const library = await load()
        return library.buildAuthorizationUrl(client, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await library.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
      }),
    identify: (setup, { state, nonce, verifier }, answer) =>
      translating(setup, async () => {
        const client = await connect(setup)
        const library = await load()
        const tokens = await library.authorizationCodeGrant(client, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('there is no ID token')
        const hasMore = claims.email === undefined && client.serverMetadata().userinfo_endpoint
        return toIdentity(
          hasMore ? await library.fetchUserInfo(client, tokens.access_token, claims.sub) : claims,
        )
      }),
  }
}

async function discover(
  library: Library,
  { issuer, clientId }: Pick<ProviderSetup, 'issuer' | 'clientId'>,
  authentication: ClientAuth,
): Promise<Configuration> {
  const server = new URL(issuer)
  // The settings allow http only on loopback.
  const insecure = server.protocol === 'http:' ? [library.allowInsecureRequests] : []
  return library.discovery(server, clientId, undefined, authentication, {
    execute: [library.enableNonRepudiationChecks, ...insecure],
    timeout: limitSeconds,
  })
}

/** Providers that list no method accept `client_secret_basic`. */
function authenticateBy(library: Library, secret: string): ClientAuth {
  const [post, basic] = [library.ClientSecretPost(secret), library.ClientSecretBasic(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? []
    return (methods.includes('client_secret_post') ? post : basic)(server, ...rest)
  }
}

function toIdentity(claims: IDToken | UserInfoResponse): ProviderIdentity {
  const { sub, email, name } = claims
  return {
    subject: sub,
    email: typeof email === 'string' ? email : undefined,
    isEmailVerified: isVerified(claims),
    name: typeof name === 'string' ? name : undefined,
  }
}

/** Microsoft Entra ID uses its own claim. Some providers send numbers or text. */
function isVerified({ email_verified, xms_edov }: IDToken | UserInfoResponse): boolean {
  return [email_verified ?? xms_edov].some((said) =>
    [true, 'true', 1, '1'].includes(said as string),
  )
}

async function translating<T>({ issuer }: { issuer: string }, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translateProviderError(error, new URL(issuer).host)
  }
}

async function load(): Promise<Library> {
  try {
    return await import('openid-client')
  } catch (cause) {
    throw new ThroughlineError(
      'invalid-config',
      'single sign-on needs the package openid-client, which is not installed',
      { hint: 'npm install --global openid-client, beside throughline', cause },
    )
  }
}

/** Error codes of `openid-client` for a provider that fails or misbehaves. */
const providerFailures = new Set([
  ...['OAUTH_TIMEOUT', 'OAUTH_PARSE_ERROR'],
  ...['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'],
])
/** The provider reports an issuer other than the configured one. */
const otherIssuer = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
/** The provider does not know the client, or its secret is wrong. */
const clientErrors = new Set(['invalid_client', 'unauthorized_client'])

/** Translates to our errors, none of which quotes what the provider sent. */
function translateProviderError(error: unknown, host: string): unknown {
  if (error instanceof ThroughlineError || !(error instanceof Error)) return error
  const said = 'error' in error && typeof error.error === 'string' ? error.error : undefined
  if (said !== undefined && clientErrors.has(said)) {
    return new ThroughlineError(
      'invalid-config',
      `${host} does not accept this server's client id or secret`,
      { hint: 'the operator checks them: throughline server sso', cause: error },
    )
  }
  if (error.name === 'AuthorizationResponseError') {
    const reason = said && /^[a-z_]{1,60}$/.test(said) ? `: ${said}` : ''
    return new ThroughlineError('not-allowed', `${host} did not sign you in${reason}`, {
      hint: 'try again, or ask its administrator',
      cause: error,
    })
  }
  if ('code' in error && error.code === otherIssuer) {
    return new ThroughlineError('invalid-config', `${host} reports another issuer`, {
      hint: 'give the issuer exactly as in its /.well-known/openid-configuration',
      cause: error,
    })
  }
  if (isAway(error)) {
    return new ThroughlineError('server-unreachable', `${host} is not answering as a provider`, {
      hint: 'try again in a few minutes, or sign in with a link: throughline team link',
      cause: error,
    })
  }
  return new ThroughlineError('not-signed-in', `the answer from ${host} is not valid`, {
    hint: 'begin again',
    cause: error,
  })
}

function isAway(error: Error): boolean {
  return (
    ('code' in error && providerFailures.has(String(error.code))) ||
    error.message === 'fetch failed'
  )
}

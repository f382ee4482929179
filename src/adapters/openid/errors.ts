/** What can go wrong between us and a provider, as our errors. None quotes what the provider sent. */
import { ThroughlineError } from '../../contract/errors.ts'

/** Codes of `openid-client` for a provider that does not do its part. */
const awayCodes = new Set([
  ...['OAUTH_TIMEOUT', 'OAUTH_PARSE_ERROR'],
  ...['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'],
])
/** It reports another issuer than the one it was asked for. */
const otherIssuer = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
/** Of a client that the provider does not know, or whose secret is wrong. */
const clientErrors = new Set(['invalid_client', 'unauthorized_client'])

export function translateProviderError(error: unknown, host: string): unknown {
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
  return ('code' in error && awayCodes.has(String(error.code))) || error.message === 'fetch failed'
}

/** A small OpenID Connect provider on loopback that signs in whom a test names, and cheats if asked. */
import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll } from 'vitest'

type Claims = Record<string, unknown>

export interface TestProvider {
  readonly issuer: string
  /** It knows those that begin so, too. */
  readonly clientId: string
  readonly clientSecret: string
  /** Who signs in next. */
  user: Claims & { sub: string }
  /** What it does wrong, until the end of the test. */
  faults: Faults
  /** What it issued. */
  readonly issued: string[]
}

export interface Faults {
  /** Changes the ID token. */
  readonly claims?: (claims: Claims) => Claims
  /** Changes the header of the ID token. */
  readonly header?: (header: Claims) => Claims
  /** Changes the address that the browser is sent back to. */
  readonly answer?: (parameters: URLSearchParams) => void
  /** Signs with a key that it does not publish. */
  readonly signsWithOtherKey?: boolean
  /** Gives the address only in answer to a request with the access token. */
  readonly userInfo?: (claims: Claims) => Claims
  /** It answers 503 to this. */
  readonly isAway?: (path: string) => boolean
}

interface Grant {
  readonly query: URLSearchParams
  readonly user: Claims
}

/** For a `describe`. */
export function useOidcProvider(host = '127.0.0.1'): TestProvider {
  const keys = [makeKey(), makeKey()] as const
  const grants = new Map<string, Grant>()
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      response.statusCode = 500
      response.end(error.message)
    })
  })
  const provider = {
    issuer: '',
    clientId: 'throughline-test',
    clientSecret: 'a secret & more:%',
    user: { sub: 'ada-1', email: 'ada@example.com', email_verified: true, name: 'Ada' },
    faults: {} as Faults,
    issued: [] as string[],
  }
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    provider.issuer = `http://${host}:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => {
    provider.faults = {}
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return provider

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', provider.issuer)
    const send = (value: object, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    if (provider.faults.isAway?.(url.pathname)) return send({}, 503)
    if (url.pathname === '/.well-known/openid-configuration') return send(describe())
    if (url.pathname === '/keys') return send({ keys: [keys[0].published] })
    if (url.pathname === '/authorize') {
      response.writeHead(302, { location: authorize(url.searchParams) })
      return void response.end()
    }
    if (url.pathname === '/userinfo') {
      return send(provider.faults.userInfo?.(provider.user) ?? provider.user)
    }
    if (url.pathname !== '/token') return send({}, 404)
    const form = new URLSearchParams(await text(request))
    const problem = check(form, request.headers.authorization)
    return problem ? send({ error: problem }, 400) : send(issue(form))
  }

  function describe() {
    const { issuer } = provider
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }
  }

  function authorize(query: URLSearchParams): string {
    const code = randomUUID()
    grants.set(code, { query, user: provider.user })
    provider.issued.push(code)
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    provider.faults.answer?.(back.searchParams)
    return back.href
  }

  /** As a careful provider would. */
  function check(form: URLSearchParams, authorization = ''): string | undefined {
    const basic = Buffer.from(authorization.slice('Basic '.length), 'base64').toString()
    const [id, secret] = basic.split(':').map((each) => new URLSearchParams(`v=${each}`).get('v'))
    const isKnown = id?.startsWith(provider.clientId) && secret === provider.clientSecret
    if (!isKnown) return 'invalid_client'
    const grant = grants.get(form.get('code') ?? '')
    if (!grant || grant.query.get('client_id') !== id) return 'invalid_grant'
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isSame =
      grant.query.get('code_challenge') === challenge &&
      grant.query.get('code_challenge_method') === 'S256' &&
      grant.query.get('redirect_uri') === form.get('redirect_uri')
    return isSame ? undefined : 'invalid_grant'
  }

  function issue(form: URLSearchParams) {
    const code = form.get('code') ?? ''
    const grant = grants.get(code) as Grant
    grants.delete(code)
    const { faults, issuer: iss } = provider
    const aud = grant.query.get('client_id')
    const { email, email_verified, name, ...rest } = grant.user
    const iat = Math.floor(Date.now() / 1000)
    const nonce = grant.query.get('nonce')
    const who = faults.userInfo ? rest : grant.user
    const claims = { ...who, iss, aud, iat, exp: iat + 300, nonce }
    const key = keys[faults.signsWithOtherKey ? 1 : 0]
    const header = { alg: 'RS256', kid: keys[0].published.kid }
    const token = sign(
      ...([faults.header?.(header) ?? header, faults.claims?.(claims) ?? claims, key] as const),
    )
    const accessToken = randomUUID()
    provider.issued.push(token, accessToken)
    return { access_token: accessToken, token_type: 'Bearer', expires_in: 300, id_token: token }
  }
}

interface Key {
  readonly privateKey: ReturnType<typeof generateKeyPairSync>['privateKey']
  readonly published: Claims
}

function makeKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const published = { ...publicKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'RS256' }
  return { privateKey, published: { ...published, use: 'sig' } }
}

function sign(header: Claims, claims: Claims, { privateKey }: Key): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encode(header)}.${encode(claims)}`
  if (header.alg === 'none') return `${signed}.`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`
}

/**
 * Made-up secrets of every kind, put together from parts so that no line here looks like a real one.
 * `text` is how a secret appears, `secret` the part of it that must never be kept.
 */

export type Random = () => number

/** Deterministic: the same seed gives the same numbers. */
export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

export interface SecretSample {
  readonly kind: string
  make(random: Random): { text: string; secret: string }
}

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const digits = '0123456789'
const hex = `${digits}abcdef`
const letters = lower + upper
const alphanumeric = letters + digits
const urlSafe = `${alphanumeric}_-`
const base64 = `${alphanumeric}+/`

function draw(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
}

/** Starts with both cases and a digit, which nearly all real secrets contain. */
function noise(random: Random, alphabet: string, length: number): string {
  return `aQ7${draw(random, alphabet, length - 3)}`
}

function token(kind: string, prefix: string, alphabet: string, length: number): SecretSample {
  return {
    kind,
    make(random) {
      const secret = prefix + draw(random, alphabet, length)
      return { text: secret, secret }
    },
  }
}

function written(
  kind: string,
  makeSecret: (random: Random) => string,
  write: (secret: string) => string,
): SecretSample {
  return {
    kind,
    make(random) {
      const secret = makeSecret(random)
      return { text: write(secret), secret }
    },
  }
}

function opaque(length: number, alphabet = alphanumeric): (random: Random) => string {
  return (random) => noise(random, alphabet, length)
}

function password(random: Random): string {
  return `${draw(random, lower, 5)}${draw(random, digits, 2)}${draw(random, '!@%^*+', 1)}${draw(random, alphanumeric, 5)}`
}

/** Only one line of the key counts as the secret, because no text contains its lines in one piece. */
function pem(label: string, lineBreak: string): (line: string) => string {
  const [begin, end] = [`-----BEGIN ${label}-----`, `-----END ${label}-----`]
  return (line) => [begin, `MII${'Eow'.repeat(20)}I`, line, 'c2hvcnQ=', end, ''].join(lineBreak)
}

const basicCredential = (random: Random): string => {
  return Buffer.from(`${draw(random, lower, 6)}:${password(random)}`).toString('base64')
}

function jwt(random: Random): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { sub: draw(random, digits, 10), iat: 1_700_000_000 }
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${draw(random, urlSafe, 43)}`
}

function discordToken(random: Random): string {
  const id = Buffer.from(`1${draw(random, digits, 17)}`).toString('base64url')
  return `${id}.${draw(random, urlSafe, 6)}.${draw(random, urlSafe, 38)}`
}

export const secretSamples: readonly SecretSample[] = [
  token('github-token', `gh${'p'}_`, alphanumeric, 36),
  token('github-token', `gh${'o'}_`, alphanumeric, 36),
  token('github-token', `gh${'u'}_`, alphanumeric, 36),
  token('github-token', `gh${'s'}_`, alphanumeric, 36),
  token('github-token', `gh${'r'}_`, alphanumeric, 76),
  token('github-token', `github_${'pat'}_11`, alphanumeric, 80),
  {
    kind: 'throughline-token',
    make(random) {
      const secret = draw(random, hex, 64) + draw(random, alphanumeric, 32)
      return { text: `tl${draw(random, 'mbid', 1)}_${secret}`, secret }
    },
  },
  token('gitlab-token', `gl${'pat'}-`, urlSafe, 20),
  written('slack-token', opaque(24), (secret) => `xo${'xb'}-123456789012-1234567890123-${secret}`),
  written('slack-webhook', opaque(24), (secret) => {
    return `https://hooks.${'slack'}.com/services/T01ABCDEF/B02ABCDEF/${secret}`
  }),
  token('stripe-key', `sk_${'live'}_`, alphanumeric, 24),
  token('stripe-key', `rk_${'live'}_`, alphanumeric, 32),
  token('webhook-secret', `wh${'sec'}_`, alphanumeric, 32),
  token('openai-key', `s${'k'}-`, alphanumeric, 48),
  token('openai-key', `s${'k'}-proj-`, urlSafe, 120),
  token('anthropic-key', `s${'k'}-ant-api03-`, urlSafe, 95),
  token('npm-token', `np${'m'}_`, alphanumeric, 36),
  token('pypi-token', `py${'pi'}-AgEIcHlwaS5vcmc`, urlSafe, 120),
  token('huggingface-token', `h${'f'}_`, letters, 34),
  {
    kind: 'sendgrid-key',
    make(random) {
      const secret = `S${'G'}.${draw(random, urlSafe, 22)}.${draw(random, urlSafe, 43)}`
      return { text: secret, secret }
    },
  },
  written('twilio-token', opaque(32, hex), (secret) => `TWILIO_AUTH_TOKEN=${secret}`),
  {
    kind: 'telegram-token',
    make(random) {
      const secret = `A${'A'}${draw(random, urlSafe, 33)}`
      return { text: `${draw(random, '123456789', 9)}:${secret}`, secret }
    },
  },
  { kind: 'discord-token', make: (random) => same(discordToken(random)) },
  token('linear-token', `lin_${'api'}_`, alphanumeric, 40),
  {
    kind: 'notion-token',
    make: (random) => same(`nt${'n'}_${draw(random, digits, 11)}${draw(random, alphanumeric, 35)}`),
  },
  token('vault-token', `hv${'s'}.`, urlSafe, 95),
  token('age-key', `AGE-${'SECRET'}-KEY-1`, upper + digits, 58),
  token('google-api-key', `AI${'za'}`, urlSafe, 35),
  token('google-oauth-token', `ya${'29'}.`, urlSafe, 60),
  token('aws-access-key', `AK${'IA'}`, upper + digits, 16),
  written('aws-secret', opaque(40, base64), (secret) => `aws_secret_access_key = ${secret}`),
  written('aws-secret', opaque(40, base64), (secret) => `export AWS_SECRET_ACCESS_KEY=${secret}`),
  written('storage-key', opaque(86, base64), (secret) => {
    return `DefaultEndpointsProtocol=https;AccountName=box;AccountKey=${secret}==;EndpointSuffix=core.windows.net`
  }),
  written(
    'signature',
    opaque(43),
    (secret) => `?sv=2024-01-01&se=2030-01-01&sp=r&sig=${secret}%3D`,
  ),
  token('digitalocean-token', `do${'p'}_v1_`, hex, 64),
  written('cloudflare-token', opaque(40, urlSafe), (secret) => `CLOUDFLARE_API_TOKEN=${secret}`),
  token('shopify-token', `shp${'at'}_`, hex, 32),
  token('databricks-token', `da${'pi'}`, hex, 32),
  token('docker-token', `dckr_${'pat'}_`, urlSafe, 27),
  { kind: 'jwt', make: (random) => same(jwt(random)) },
  written('private-key', opaque(64, base64), pem(`RSA ${'PRIVATE'} KEY`, '\n')),
  written('private-key', opaque(64, base64), pem(`${'PRIVATE'} KEY`, '\\n')),
  written('ssh-key', opaque(64, base64), pem(`OPENSSH ${'PRIVATE'} KEY`, '\n')),
  written('url-password', password, (secret) => `postgres://app:${secret}@db.internal:5432/app`),
  written(
    'url-password',
    opaque(20),
    (secret) => `https://deploy:${secret}@git.internal/team/repo.git`,
  ),
  written('url-token', opaque(30), (secret) => `https://${secret}@git.internal/team/repo.git`),
  written('password', password, (secret) => `DB_PASSWORD=${secret}`),
  written('password', password, (secret) => `password: "${secret}"`),
  written('password', password, (secret) => `mysql --password=${secret} app`),
  written('api-key', opaque(32), (secret) => `{"apiKey": "${secret}"}`),
  written('api-key', opaque(32), (secret) => `'api_key' => '${secret}',`),
  written('api-key', opaque(32), (secret) => `x-api-key: ${secret}`),
  written('token', opaque(32), (secret) => `deploy --token ${secret} --verbose`),
  written('bearer-token', opaque(40), (secret) => `Authorization: Bearer ${secret}`),
  written('basic-auth', basicCredential, (secret) => `Authorization: Basic ${secret}`),
  written('cookie', opaque(32), (secret) => `Cookie: theme=dark; sid=${secret}`),
]

function same(secret: string): { text: string; secret: string } {
  return { text: secret, secret }
}

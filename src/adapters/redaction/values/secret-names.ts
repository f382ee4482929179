/** Decides by its name whether a variable, member, header or option holds a secret. */

export interface SecretName {
  readonly kind: string
  /** Only its letters, in lower case. */
  readonly letters: string
  /**
   * `certain`: any value is secret, even a short word (`password`). `likely`: the value must look
   * like a secret too, because `token` and `key` name many harmless things. `possible`: the value
   * must be long and random (`STRIPE`, `MAPS_KEY`). `chosen`: the value must look like a password
   * (`pass: 12` counts tests).
   */
  readonly strength: 'certain' | 'likely' | 'possible' | 'chosen'
  /** Written like an environment variable: `DB_PASSWORD`. */
  readonly isUpperCase: boolean
}

/** Services whose credentials have no form of their own. */
export const providerNames =
  `adafruit aha airbrake airtable algolia alibaba amplitude artifactory asana assemblyai auth0
  azure bitbucket bitly bittrex bugsnag chargebee clearbit cloudflare cloudinary codecov cohere coinbase
  confluent contentful coveralls datadog deepgram digitalocean discord dropbox dropboxsign elastic
  elevenlabs etherscan facebook fastly finnhub firebase flickr freshbooks freshdesk gitlab github
  gitter gocardless heroku hubspot infura intercom jenkins jira kraken kucoin launchdarkly linkedin
  linode looker mailchimp mailgun mailjet mandrill mapbox mattermost meraki messagebird mistral
  mixpanel netlify newrelic nexmo nytimes okta openai openweather opsgenie pagerduty paypal pinecone
  plaid postmark pusher quay rapidapi recaptcha rollbar sauce scaleway segment sendbird sendgrid
  sentry shopify snyk sonar spotify square squarespace stripe sumologic telegram todoist travis trello
  twilio twitch twitter typeform unsplash vercel vonage vultr wakatime weatherapi yandex zendesk zoom
  zulip`.split(/\s+/)

const wordOfName = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g
const qualifiers =
  /^(?:\d+|prod|production|dev|development|test|testing|staging|stage|live|local|default|value|plain|plaintext|raw|string|base64|b64|hex|old|new|current|primary|secondary|backup|base)$/
const passwordWord =
  /(?:password|passwd|passwort|passwrd|pwd|passphrase|passcode|requirepass|psk|(?:bind|root|user|admin|db|ldap|mail|smtp|my)pw)$/
const keyOwners =
  /^(?:api|app|access|secret|private|encryption|encrypt|decryption|signing|sign|auth|account|master|service|storage|shared|license|licence|admin|subscription|deploy|webhook|hmac|aes|crypto|cipher|session|server|client|consumer|shared|root|role|bot|jwt|openai|anthropic|stripe|twilio|sendgrid|cloudflare|algolia|mailgun|datadog)$/
const passOwners =
  /^(?:db|database|user|admin|root|smtp|mail|email|imap|ftp|sftp|ssh|sudo|redis|mysql|mariadb|postgres|pg|mongo|rabbitmq|amqp|ldap|proxy|http|basic|auth|login|keystore|key|my|ansible|become|wifi|vnc|rds)$/
const harmlessTokens =
  /^(?:next|page|pagination|continuation|continue|sync|cancel|cancellation|pad|eos|bos|unk|sep|cls|mask|stop|special|design|start|end|first|last|prev|previous|syntax|css|public|max|min|num|color|theme|input|output|resume)$/

const questions =
  /^(?:is|has|have|should|can|needs|requires?|allows?|shows?|hides?|uses?|valid|validate|verify|check|forgot)$/

export function secretName(name: string): SecretName | undefined {
  const words = name.match(wordOfName)?.map((word) => word.toLowerCase()) ?? []
  while (words.length > 1 && qualifiers.test(words.at(-1) ?? '')) words.pop()
  const last = words.at(-1)
  if (last === undefined) return undefined
  if (words.length > 1 && questions.test(words[0] ?? '')) return undefined
  const owner = words.at(-2) ?? ''
  const found = (kind: string, strength: SecretName['strength']): SecretName => {
    return { kind, strength, letters: lettersOf(name), isUpperCase: !/[a-z]/.test(name) }
  }

  if (passwordWord.test(last)) {
    if (/^(?:OLD)?PWD$|^1password$/i.test(name) && name !== 'pwd' && name !== 'Pwd')
      return undefined
    return found('password', 'certain')
  }
  if (last === 'pass' && passOwners.test(owner)) return found('password', 'certain')
  if (/^(?:pass|pw)$/.test(name.toLowerCase())) return found('password', 'chosen')
  if (last.endsWith('secret')) return found('secret', 'certain')
  if (last === 'authorization') return found('authorization', 'likely')
  if (last === 'cookie') return found('cookie', 'likely')
  if (last.endsWith('token'))
    return harmlessTokens.test(owner) ? undefined : found('token', 'likely')
  if (/^cred(?:ential)?s?$/.test(last)) return found('credential', 'likely')
  if (last === 'key' && keyOwners.test(owner)) return found(kindOfKey(words), 'likely')
  if (/(?:api|access|secret|private|account|priv)key$/.test(last)) return found('api-key', 'likely')
  if (last === 'auth') return found('credential', 'likely')
  if (last === 'sig' || (last === 'signature' && /^(?:amz|access)$/.test(owner))) {
    return found('signature', 'likely')
  }
  if (last === 'salt') return found('secret', 'likely')
  if (last === 'mnemonic') return found('secret', 'certain')
  if (harmlessEnds.test(last)) return undefined
  if (last === 'key' && owner !== '' && !harmlessKeys.test(owner))
    return found('api-key', 'possible')
  return words.some((word) => providers.has(word)) ? found('api-key', 'possible') : undefined
}

const providers = new Set(providerNames)
const harmlessKeys =
  /^(?:public|pub|primary|foreign|sort|partition|cache|row|unique|composite|natural|index|lookup|group|parent|registry|shortcut|arrow|hot|idempotency|dedupe|translation|message|locale|query|react|storage|object|s3|publishable|anon|site|content|ssh|host)$/
const harmlessEnds =
  /^(?:id|ids|url|uri|host|hostname|endpoint|port|region|zone|name|version|email|mail|user|username|domain|path|dir|file|bucket|project|account|model|org|organization|team|workspace|channel|index|table|db|database|env|environment|mode|enabled|timeout|tag|image|sha|sha1|sha256|hash|digest|checksum|commit|ref|branch|revision|integrity|fingerprint|publickey|pubkey|sid|arn|date|at|time|size|count|bucket|href|link|src|slug|title|type|class)$/

export function lettersOf(text: string): string {
  return text.replace(/[^A-Za-z]/g, '').toLowerCase()
}

function kindOfKey(words: readonly string[]): string {
  if (words.includes('secret') && words.includes('access')) return 'aws-secret'
  if (words.includes('secret')) return 'secret-key'
  if (words.includes('account') || words.includes('shared')) return 'storage-key'
  if (words.includes('private')) return 'private-key'
  return 'api-key'
}

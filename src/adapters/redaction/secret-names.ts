/** Decides by its name whether a variable, member, header or option holds a secret. */

export interface SecretName {
  readonly kind: string
  /** Only its letters, in lower case. */
  readonly letters: string
  /**
   * `certain`: any value is secret, even a short word (`password`). `likely`: the value must look
   * like a secret too, because `token` and `key` name many harmless things.
   */
  readonly strength: 'certain' | 'likely'
  /** Written like an environment variable: `DB_PASSWORD`. */
  readonly isUpperCase: boolean
}

const wordOfName = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g
const qualifiers =
  /^(?:\d+|prod|production|dev|development|test|testing|staging|stage|live|local|default|value|plain|plaintext|raw|base64|b64|hex|old|new|current|primary|secondary|backup)$/
const passwordWord = /(?:password|passwd|passwort|pwd|passphrase|passcode|requirepass)$/
const keyOwners =
  /^(?:api|app|access|secret|private|encryption|encrypt|decryption|signing|sign|auth|account|master|service|storage|shared|license|licence|admin|subscription|deploy|webhook|hmac|aes|crypto|cipher|session|server|client|consumer|shared|root|role|bot|jwt|openai|anthropic|stripe|twilio|sendgrid|cloudflare|algolia|mailgun|datadog)$/
const passOwners =
  /^(?:db|database|user|admin|root|smtp|mail|email|imap|ftp|sftp|ssh|sudo|redis|mysql|mariadb|postgres|pg|mongo|rabbitmq|amqp|ldap|proxy|http|basic|auth|login|keystore|key|my|ansible|become|wifi|vnc|rds)$/
const harmlessTokens =
  /^(?:next|page|pagination|continuation|continue|sync|cancel|cancellation|pad|eos|bos|unk|sep|cls|mask|stop|special|design|start|end|first|last|prev|previous|syntax|css|public|max|min|num|color|theme|input|output|resume)$/

const questions =
  /^(?:is|has|have|should|can|needs|requires?|allows?|shows?|hides?|uses?|valid|validate|verify|check|forgot)$/

/** A cache: hosts send the same few names with every event. */
const judged = new Map<string, SecretName | undefined>()
const mostJudged = 2_000

export function secretName(name: string): SecretName | undefined {
  if (judged.has(name)) return judged.get(name)
  if (name.length > 64) return judgeName(name)
  if (judged.size >= mostJudged) judged.clear()
  const judgement = judgeName(name)
  judged.set(name, judgement)
  return judgement
}

function judgeName(name: string): SecretName | undefined {
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
    if (/^(?:OLD)?PWD$/.test(name)) return undefined
    return found('password', 'certain')
  }
  if (last === 'pass' && passOwners.test(owner)) return found('password', 'certain')
  if (last.endsWith('secret')) return found('secret', 'certain')
  if (last === 'authorization') return found('authorization', 'likely')
  if (last === 'cookie') return found('cookie', 'likely')
  if (last.endsWith('token'))
    return harmlessTokens.test(owner) ? undefined : found('token', 'likely')
  if (/^cred(?:ential)?s?$/.test(last)) return found('credential', 'likely')
  if (last === 'key' && keyOwners.test(owner)) return found(kindOfKey(words), 'likely')
  if (/(?:api|access|secret|private|account)key$/.test(last)) return found('api-key', 'likely')
  if (last === 'auth') return found('credential', 'likely')
  if (last === 'sig' || (last === 'signature' && /^(?:amz|access)$/.test(owner))) {
    return found('signature', 'likely')
  }
  return undefined
}

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

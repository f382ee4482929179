/** Decides whether the name of a variable, member, header, option or word announces a secret. */
import { isBuiltIn } from './browser-keys.ts'

export interface SecretName {
  readonly kind: string
  /** The letters of the name, in lower case. */
  readonly letters: string
  /**
   * `certain`: any value is secret, even a short word (`password`). `likely`: the value must also
   * look like a secret, because `token` and `key` name many harmless things. `possible`: the value
   * must be long and random (`MAPS_KEY`). `chosen`: the value must look like a password (`pass: 12`
   * is a test count). `code`: the value is a number or groups of characters (`PIN`). `access`: no
   * value follows directly, but a password may be nearby (`login`, `connect`, `hashPassword`).
   */
  readonly strength: 'certain' | 'likely' | 'possible' | 'chosen' | 'code' | 'access'
  /** Written like an environment variable: `DB_PASSWORD`. */
  readonly isUpperCase: boolean
}

/** Words for a password, by their stem: languages add endings. */
const passwordStems =
  `passwor passwd passwrd passphrase passcode passord motdepasse requirepass kennwort losungswort
  geheimwort wachtwoord wagwoord contraseñ contrasen contrasinal senha parol clave pasahitz lykilorð mdp lösenord losenord adgangskode salasana
  heslo hesla hasł haslo jelsz şifre sifre parool slaptažod lozink geslo fjalëkalim khẩu
  парол пасс лозинк κωδικ 密码 密碼 口令 パスワード 合言葉 비밀번호 비번 암호 รหัสผ่าน पासवर्ड סיסמ كلمة گذرواژه`.split(
    /\s+/,
  )
/** Words for keys and tokens, by their stem. */
const keyStems =
  `schlüssel schluessel clé chave chiave sleutel nyckel klucz jeton zugangscode toegangscode
  ключ токен 密钥 密鑰 令牌 秘密鍵 トークン キー 토큰 anahtar avain`.split(/\s+/)

/** Sign-ins of people and programs: a password may follow. */
const accessStems = [
  ...'login logon signin logged connect account unlock opens unzip disarm zugang anmeldung wifi wi-fi wlan smtp imap ftp ssh sqlplus mysql community root admin'.split(
    ' ',
  ),
  ...'zugangsdaten anmeldedaten identifiants identifiant credenciales credenciais credenziali'.split(
    ' ',
  ),
  ...['log in', 'sign in', 'вход', 'логин', 'ログイン', '登录', '登錄', '로그인'],
]

/** The search for anchors ignores case only in unaccented Latin letters. */
const inBothCases = (stem: string) =>
  stem.charCodeAt(0) > 127 ? [stem, stem.charAt(0).toUpperCase() + stem.slice(1)] : [stem]

/** Every secret's name contains one of these. */
export const secretStems: readonly string[] = [
  ...'pass pwd psk pw secret token key cred auth cookie sig salt pepper mnemonic seed pin puk otp assword'.split(
    ' ',
  ),
  ...'code licen geheimzahl phrase bearer jwt recovery api_hash api-hash apihash código codigo codice 验证码 인증번호 暗証番号'.split(
    ' ',
  ),
  ...[
    'code word',
    'codeword',
    'magic word',
    'safe word',
    'safeword',
    'secret word',
    'secret phrase',
    'security answer',
    'maiden name',
    'security question',
    '13th word',
    '25th word',
    'p/w',
    'kata sandi',
  ],
  ...accessStems,
  ...[...passwordStems.filter((stem) => !stem.startsWith('pass')), ...keyStems].flatMap(
    inBothCases,
  ),
]

const startsWithOne = (stems: readonly string[], longestEnding: number) =>
  new RegExp(`^(?:${stems.join('|')})\\p{L}{0,${longestEnding}}$`, 'u')
const foreignPassword = startsWithOne(passwordStems, 4)
const foreignKey = startsWithOne(keyStems, 6)
const wordOfName = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}[\p{Lo}\p{M}ー]*|\d+/gu
const qualifiers =
  /^(?:\d+|prod|production|dev|development|test|testing|staging|stage|live|local|default|value|plain|plaintext|raw|string|base64|b64|hex|old|new|current|primary|secondary|backup|base|parts?|chars|text)$/
const passwordWord =
  /(?:p?asswords?|passwd|passwort|passwrd|pwd|passphrase|passcode|requirepass|authtok|psk|(?:code|magic|safe|secret)word|security(?:answer|question)|secretphrase|maidenname|thword|katasandi|(?:bind|root|user|admin|db|ldap|mail|smtp|imap|ftp|my|ssh|rsync|vnc|wifi|http|store|proxy|sql)(?:pw|pass))$/
const keyOwners =
  /^(?:api|app|access|secret|private|encryption|encrypt|decryption|signing|sign|auth|account|master|service|storage|shared|license|licence|product|activation|admin|subscription|deploy|webhook|hmac|aes|crypto|cipher|session|server|client|consumer|root|role|bot|jwt|wallet|setup|spend|unseal|bootstrap|registration|provisioning)$/
/** `pass` and `pw` alone have other meanings. */
const passOwners =
  /^(?:db|database|user|admin|root|smtp|mail|email|imap|ftp|sftp|ssh|sudo|redis|mysql|mariadb|postgres|pg|mongo|rabbitmq|amqp|ldap|proxy|http|basic|auth|login|keystore|key|my|ansible|become|wifi|vnc|rds)$/
const harmlessTokens =
  /^(?:next|page|pagination|continuation|continue|sync|cancel|cancellation|pad|eos|bos|unk|sep|cls|mask|stop|special|design|start|end|first|last|prev|previous|syntax|css|public|max|min|num|color|theme|input|output|resume)$/
const networkWord = /^(?:wpa|wifi|fi|wlan|network)$/
const codeOwners =
  /^(?:verification|security|access|login|authentication|auth|2fa|mfa|fa|otp|totp|time|backup|recovery|confirmation|door|gate|alarm|disarm|scratch|tan|entry|unlock|lock|master|panic|keypad|vault|sms|invite|reset|pairing|pin|wifi|fi|wlan|activation|setup|safe|guard)$/
/** In these languages, the purpose of a code follows the word. */
const codeOf =
  /^(?:c[oó]digo|codice|code|код|kod) (?:de |di |d['’])?(?:v[eé]rif|segur|s[eé]cur|sicur|ac+[eè]s|secret|confirm|autent|conn|подтв|из смс)/iu
const networkCode = /^(?:c[oó]digo|codice|code|код|kod) (?:du |de |del |do |di )?(?:wi-?fi|wlan)/iu
const seedOwners =
  /^(?:authenticator|authy|seed|recovery|backup|wallet|secret|totp|mnemonic|otp|fa|mfa)$/
const questions =
  /^(?:is|has|have|should|can|needs|requires?|allows?|shows?|hides?|uses?|valid|validate|verify|check|forgot)$/

export function secretName(name: string): SecretName | undefined {
  if (isBuiltIn(name)) return undefined
  const words = name.match(wordOfName)?.map((word) => word.toLowerCase()) ?? []
  while (words.length > 1 && qualifiers.test(words.at(-1) ?? '')) words.pop()
  const last = words.at(-1)
  if (last === undefined) return undefined
  if (words.length > 1 && questions.test(words[0] ?? '')) return undefined
  const owner = words.findLast((word, at) => at < words.length - 1 && !/^\d/.test(word)) ?? ''
  const found = (kind: string, strength: SecretName['strength']): SecretName => {
    return { kind, strength, letters: lettersOf(name), isUpperCase: !/\p{Ll}/u.test(name) }
  }

  if (/^(?:token|key)$/.test(last) && isPublic(words)) return undefined
  if (/^p\/w$/i.test(name) || networkCode.test(name)) return found('password', 'certain')
  if (passwordWord.test(last)) {
    if (/^(?:OLDPWD|1password)$/i.test(name)) return undefined
    return found('password', name === 'PWD' ? 'chosen' : 'certain')
  }
  if (last === 'confirmation' && passwordWord.test(owner)) return found('password', 'certain')
  if (last === 'passe' || foreignPassword.test(last))
    return found('password', /^(?:parol|clave)/.test(last) ? 'chosen' : 'certain')
  if (last === 'pass' && passOwners.test(owner)) return found('password', 'certain')
  if (/(?:^|[_-])[Pp]w$|\p{Ll}{2}P[Ww]$|^-{0,2}P[Ww]$|PW$/u.test(name) && last === 'pw')
    return found('password', 'certain')
  if (last === 'pass' && (words.length > 1 || /^-{0,2}pass$/i.test(name)))
    return found('password', 'chosen')
  if (/secrets?$/.test(last)) return found('secret', 'certain')
  if (last === 'authorization') return found('authorization', 'likely')
  if (last === 'cookie')
    return owner === 'erlang' ? found('secret', 'certain') : found('cookie', 'likely')
  if (/tokens?$/.test(last))
    return harmlessTokens.test(owner) ? undefined : found('token', 'likely')
  if (/^cred(?:ential)?s?$/.test(last)) return found('credential', 'likely')
  if (last === 'key' && /preshared$/.test(words.slice(0, -1).join('')))
    return found('password', 'certain')
  if (last === 'key' && networkWord.test(owner)) return found('password', 'chosen')
  if (last === 'key' && owner === 'secret' && !words.includes('access'))
    return found('secret-key', 'certain')
  if (/^keys?$/.test(last) && keyOwners.test(owner)) return found(kindOfKey(words), 'likely')
  if (/(?:api|app|access|secret|private|account|priv|auth)keys?$/.test(last))
    return found('api-key', 'likely')
  if (last === 'apihash' || (last === 'hash' && owner === 'api')) return found('api-key', 'likely')
  if (last === 'bearer') return found('bearer-token', 'likely')
  if (last === 'jwt') return found('token', 'likely')
  if (last === 'auth') return found('credential', 'likely')
  if (last === 'sig' || (last === 'signature' && /^(?:amz|access)$/.test(owner))) {
    return found('signature', 'likely')
  }
  if (last === 'salt' || (last === 'pepper' && (owner !== '' || name === 'PEPPER')))
    return found('secret', 'likely')
  if (last === 'keypair') return found('private-key', 'likely')
  if (last === 'material' && owner === 'key' && !words.includes('public'))
    return found('password', 'chosen')
  if (
    last === 'mnemonic' ||
    (/^(?:phrase|words|seed)$/.test(last) && seedOwners.test(owner || last))
  )
    return found('seed-phrase', 'possible')
  if (foreignKey.test(last)) return found('token', 'likely')
  if (last === 'recovery') return found('code', 'code')
  if (/^(?:pin|puk|otp|totp|passcode|geheimzahl|暗証番号|验证码|인증번호)s?$/.test(last))
    return found('code', 'code')
  if (/^(?:codes?|koden?)$/.test(last) && words.some((word) => codeOwners.test(word)))
    return found('code', 'code')
  if (
    codeOf.test(name) ||
    /(?<!^(?:bar|en|de|op|uni|byte|trans|geo|post)|fehler|error|exit|status|return)(?<=\p{L}{3})code$/u.test(
      last,
    )
  )
    return found('code', 'code')
  if (/^licen[cs]e$/.test(last)) return found('token', 'possible')
  if (
    accessWord.test(last) ||
    /(?:admin|root|login)$/.test(last) ||
    /passw|passphrase|pwd/i.test(name)
  )
    return found('password', 'access')
  if (harmlessEnds.test(last)) return undefined
  if (last === 'key' && owner !== '' && !harmlessKeys.test(owner))
    return found('api-key', 'possible')
  return undefined
}

const accessWord = new RegExp(
  `^(?:${accessStems.join('|')}|connection|authenticat(?:e|ion)|fi)\\p{L}{0,3}$`,
  'u',
)
const harmlessKeys =
  /^(?:pub|primary|foreign|sort|partition|cache|row|unique|composite|natural|index|lookup|group|parent|registry|shortcut|arrow|hot|idempotency|dedupe|translation|message|locale|query|react|storage|object|s3|anon|site|content|ssh|host)$/
const harmlessEnds =
  /^(?:id|ids|uuid|guid|nonce|etag|url|uri|host|hostname|endpoint|port|region|zone|name|version|email|mail|user|username|domain|path|dir|file|filename|bucket|project|account|model|org|organization|team|workspace|channel|index|table|db|database|env|environment|mode|enabled|timeout|tag|image|images|sha|sha1|sha256|sha512|md5|hash|hashes|digest|checksum|commit|ref|branch|revision|integrity|fingerprint|publickey|pubkey|arn|date|at|time|size|count|href|link|src|slug|title|type|class|cursor|trace|span|request|build|release|content|data|body|resolved|sitekey|dsn|mappings|thumbprint|serial|certificate|cert|doi|isbn|state|challenge|alphabet|verification|txt|list|playlist)$/

/** Whether a name shows that its value is an id, a hash, an address or something else ordinary. */
export function isOrdinaryName(name: string): boolean {
  const words = name.match(wordOfName)?.map((word) => word.toLowerCase()) ?? []
  if (isBuiltIn(name) || isPublic(words)) return true
  return harmlessEnds.test(words.findLast((word) => !/^\d/.test(word)) ?? '')
}

/** Browsers get the `applicationServerKey`, so it is a public key too. */
const isPublic = (words: readonly string[]) =>
  words.some((word) => /^publi(?:c|shable)$/.test(word)) ||
  words.join('') === 'applicationserverkey'

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

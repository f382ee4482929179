/** Secrets that a sentence announces in another order or under another name. */
import type { Rule } from './rule.ts'

interface PhraseForm {
  readonly anchors: readonly string[]
  /** Starts at the anchor; group 1 is kept, group 2 is the secret. */
  readonly pattern: RegExp
  readonly kind: string
}

/** Letters, digits and signs: no word, path or number. */
const password = String.raw`(?=\S{0,60}[A-Za-z])(?=\S{0,60}\d)(?=\S{0,60}[!@#$%^&*?+=~])[^\s"'\x60()]{7,64}`
const user = String.raw`[\w.@+-]{2,64}`

const seedWords = String.raw`["']?(?:[a-z]{3,10}[\s,]{1,3}){11,23}[a-z]{3,10}`

const forms: readonly PhraseForm[] = [
  {
    // log in with admin / Tr0ub4dor&3
    anchors: [
      'log in',
      'login',
      'sign in',
      'credential',
      'creds',
      'account',
      'zugangsdaten',
      'anmeldedaten',
      'identifiants',
      'credenciales',
      'credenciais',
    ],
    pattern: new RegExp(
      `(\\w{0,12}(?: in|s)?(?: with| as| is| are|:)? {1,2}${user}[ \\t]{0,2}[/:|][ \\t]{0,2})(${password})`,
      'iy',
    ),
    kind: 'password',
  },
  {
    // your verification code is 482913
    anchors: [
      'verification code',
      'security code',
      'access code',
      'login code',
      'authentication code',
      '2fa code',
      'mfa code',
      'one-time code',
      'backup code',
      'recovery code',
      'otp',
      'pin is',
      'pin:',
      'pin code',
      'tan is',
    ],
    pattern:
      /((?:[\w-]{3,16} codes?|otp|pin|tan)(?: code)?(?: is| are|:|=| ist| lautet)\s{0,4})(\d{4,8}(?!\w)|(?:[a-z0-9]{4,10}(?:-[a-z0-9]{4,10}){1,3}[,\s]{0,4}){1,16})/iy,
    kind: 'code',
  },
  {
    anchors: [
      'seed phrase',
      'recovery phrase',
      'secret phrase',
      'backup phrase',
      'wallet seed',
      'seed words',
      'mnemonic',
    ],
    pattern: new RegExp(
      `(\\w{4,9}(?: phrase| seed| words)?(?: is|:|=)\\s{0,4})(${seedWords})`,
      'iy',
    ),
    kind: 'seed-phrase',
  },
]

const before = /(?:^|[\s"'`(])([^\s"'`()]{7,64})["'`]? $/

/** use Tr0ub4dor&3 as the password */
const passwordBefore: Rule = {
  name: 'password before its name',
  anchors: [
    'as the password',
    'as password',
    'as my password',
    'as its password',
    'is the password',
    'is my password',
    'is the new password',
  ],
  ignoresCase: true,
  find(source, at) {
    const found = before.exec(source.before(at, 72))?.[1]
    if (found === undefined || !isPassword.test(found)) return undefined
    const start = at - 1 - found.length - (/["'`]/.test(source.text[at - 2] ?? '') ? 1 : 0)
    return { start, end: start + found.length, kind: 'password' }
  },
}

const isPassword = /^(?=.*[A-Za-z])(?=.*\d)(?!\d+\w{0,3}$)(?!.*[/\\])/

export const phraseRules: readonly Rule[] = [
  passwordBefore,
  ...forms.map(({ anchors, pattern, kind }) => ({
    name: `phrase ${anchors[0]}`,
    anchors,
    ignoresCase: true as const,
    find(source: Parameters<Rule['find']>[0], at: number) {
      const match = source.match(pattern, at)
      if (match === null) return undefined
      const [whole, kept = ''] = match
      return { start: at + kept.length, end: at + whole.trimEnd().length, kind }
    },
  })),
]

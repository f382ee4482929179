/** Passwords at a prompt, or known by their position in a sequence of names and values. */
import type { Source, Span } from '../scan/source.ts'
import { restOfLineAt } from '../values/literal.ts'
import type { SecretName } from '../values/secret-names.ts'
import { isPlaceholder, isReference } from '../values/secret-values.ts'
import { isStatement } from '../values/shape.ts'
import type { WrittenName } from '../values/written-name.ts'
import { isPhrase } from './below.ts'

/** Finds what a prompt or a list of names asks for. */
export function findAsked(source: Source, secret: SecretName, written: WrittenName) {
  if (secret.kind !== 'password' || written.isOption) return undefined
  return findInSequence(source, secret, written) ?? findPrompted(source, secret, written)
}

const namesBefore = /(?:^|[\s[(,])((?:[\w$]{1,32},\s{0,4}){1,3})$/
const sequence =
  /\]?[ \t]{0,4}:?=[ \t]{0,4}[[(]?((?:["'][^"'\n]{0,64}["'],\s{0,4}){1,3})["']([^"'\n]{4,64})["']/y

/** `user, password = "bob", "marmalade"` */
function findInSequence(source: Source, { kind, strength }: SecretName, written: WrittenName) {
  if (!/^(?:certain|chosen)$/.test(strength)) return undefined
  const match = source.match(sequence, written.end)
  const value = match?.[2]
  if (match === null || value === undefined || !isArgument(value)) return undefined
  const names = namesBefore.exec(source.before(written.start, 110))?.[1]
  if (names?.split(',').length !== match[1]?.split(',').length) return undefined
  const end = sequence.lastIndex - 1
  return { start: end - value.length, end, kind }
}

const asking =
  /(?:^|\n|\\n|\$ |> )[^\n]{0,24}\b(?:enter|type|give|input|verify|repeat|confirm|retype|reenter|re-enter|provide|new|old|current|vault|sudo|pem|export|import|eingeben|gib|geben|saisir|saisissez|entrez|introduzca|ingrese|inserisci|digite|wprowadź)\b[\]:\p{L} '"-]{0,40}$/iu
const asked =
  /(?: (?:for|of|to|on|in|again|für|pour|para|per)\b[^\n]{0,80})?(?:\([^()\n]{1,40}\))?:[ \t]?(?=\S)/iy

/** «Enter passphrase for key ssh://box/repo: seven swans a swimming» */
function findPrompted(source: Source, secret: SecretName, written: WrittenName): Span | undefined {
  if (secret.strength !== 'certain' || source.match(asked, written.end) === null) return undefined
  const start = asked.lastIndex
  if (!asking.test(source.before(written.start, 90))) return undefined
  const { value, end } = restOfLineAt(source, start)
  const phrase = value.trimEnd()
  const isShort = secret.letters.endsWith('phrase') && /^[a-z]{3,16} [a-z]{3,16}$/.test(phrase)
  return isPhrase(phrase) || (isShort && !phrase.split(' ').some(isStatement))
    ? { start, end: end - value.length + phrase.length, kind: secret.kind }
    : undefined
}

/** Whether the quoted text is the secret itself. */
export function isArgument(value: string): boolean {
  if (value.length < 4 || isReference(value)) return false
  // Four words that do not mention a secret are a passphrase, even if they start with "the".
  return !isPlaceholder(value) || (/^\w+(?: \w+){3,9}$/.test(value) && !isSecretMentioned(value))
}

const isSecretMentioned = (value: string) =>
  /pass|secret|token|key|code|value|name|your|here|phrase/i.test(value)

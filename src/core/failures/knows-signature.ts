/** Whether a memory is about a failure: it names its rule or code, or most of its words. */
import type { LineKind } from './failure-line.ts'

const leastWords = 3
const leastShare = 0.6

export function knowsSignature(text: string, signature: string): boolean {
  const [kind = '', ...words] = signature.split(' ')
  const own = new Set(text.toLowerCase().match(term) ?? [])
  if ((kind as LineKind) === 'rule') return words.every((word) => own.has(word))
  const codes = words.filter(isCode)
  if (codes.length > 0 && codes.every((word) => own.has(word))) return true
  const telling = words.filter((word) => /\p{L}{3}/u.test(word))
  const shared = telling.filter((word) => own.has(word)).length
  return shared >= leastWords && shared >= leastShare * telling.length
}

export const isCode = (word: string) => code.test(word)

const term = /[\p{L}\p{N}_@$][\p{L}\p{N}_@$:/.-]*[\p{L}\p{N}_$]/gu
/** `ts2305`, `err_module_not_found`, `eaddrinuse` */
const code =
  /^(?:[a-z]{1,5}\d{3,5}|err_\w+|e(?:noent|acces|addrinuse|connrefused|connreset|perm|exist|notfound|timedout|pipe|mfile|nospc|isdir|notdir|resolve|badengine|integrity|needauth))$/

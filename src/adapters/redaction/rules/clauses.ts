/** Plain words that a clause calls a secret: "the password is marmalade", "mot de passe : …". */
import type { Literal } from '../values/literal.ts'
import type { SecretName } from '../values/secret-names.ts'
import type { Separator } from '../values/separator.ts'
import { isChosenWord, isGivenWord } from '../values/shape.ts'
import type { WrittenName } from '../values/written-name.ts'

const clauseEnd =
  /^["'”]?(?:[.,;!?)]{0,3}(?:[ \t]*(?:$|[\r\n]|\\[nr])|(?<=[.,;!?)])[ \t])|[ \t]+(?:(?:and|but|for|on|in|at|as|so|or|to|when|if|now|before|until|till|again|everywhere|please|bitte|und|aber|für|et|mais|pour|y|pero|para|ma|mas|per|en|olarak|ile|ge\p{L}{3,8}t|umgestellt)(?![\p{L}\d])|[–—(#]|\/\/))/u
const englishName = /(?:password|passphrase|passcode|pwd?|secret|word)s?$/
const foreignVerb =
  /\b(?:wurde|auf|ist|lautet|est|es|jest|je|er|este|luidt|heter|hedder|adalah)\b|[èéäàίô]/u
/** How descriptions of a password end in other languages. */
const describes =
  /(?:lich|isch|bar|los|iert|elt|tet|igt|ogen|ommen|ossen|essen|üpft|aufen|ig|é|ée|ide|ire|uis|ect|ecte|ado|ido|ida|ato|ata|uto|orio|oria|ecta|ecto|etta|ório|ória|aria|tario|né|ний|ный|лен|ён|iskt|agt)$/iu
const furtherWords = new RegExp(
  String.raw`^(?: [\p{L}\d'’-]{2,20}){1,3}?(?=${clauseEnd.source.slice(1)})`,
  'u',
)
const lineEnd = /^["'”)]?[.!;]?[ \t]*(?:$|[\r\n]|\\[nr]|[ \t](?:#|\/\/) )/
const changing =
  /(?:chang|set|reset|updat|rotat|renam|switch|änder|setz)\p{L}{0,4} (?:[\p{L}'’]{1,12} ){0,5}$/iu
const settingSigns = /[{}=<>$;`]|\w\(/

/**
 * Where the secret in a clause ends: "the password is marmalade". If its first word is unusual, it
 * includes the rest of the clause: "… is kiwi kiwi, go on".
 */
export function endOfNamed(
  text: string,
  secret: SecretName,
  written: WrittenName,
  separator: Separator,
  { value, start, end }: Literal,
): number | undefined {
  const { strength } = secret
  const isPass = strength === 'chosen' && secret.letters === 'pass'
  if (!/^(?:certain|likely|chosen)$/.test(strength) || !isGivenWord(value)) return undefined
  const isUnusual = isChosenWord(value)
  const link = text.slice(separator.start, separator.end)
  const isForeign = !englishName.test(secret.letters) || foreignVerb.test(link)
  if (isForeign && (!isUnusual || describes.test(value))) return undefined
  const before = text.slice(Math.max(0, written.start - 80), written.start).replace(/mot de $/, '')
  const after = text.slice(end, end + 80)
  const line = before.slice(before.lastIndexOf('\n') + 1).replace(/^\([^()]{1,64}\) /, '')
  const isColumn = separator.kind === 'gap' && start - separator.end >= 3
  // In a table, only the first cell of a row names the second.
  if (isColumn) return line.trim() === '' && lineEnd.test(after) ? end : undefined
  if (isPass) return undefined
  const endOfClause = () => {
    if (!isUnusual) return clauseEnd.test(after) ? end : undefined
    const further = clauseEnd.test(after) ? '' : furtherWords.exec(after)?.[0]
    return further === undefined ? undefined : end + further.length
  }
  if (separator.kind === 'verb') {
    // Texts about compilers and models often mention tokens and keys.
    if (strength === 'likely' || secret.letters.endsWith('secrets')) return undefined
    const isChange =
      /^["'`]? (?:wurde )?(?:to|auf)$/.test(link) && !secret.letters.startsWith('has')
    const isGiven =
      !isChange || changing.test(before) || / wurde /.test(text.slice(separator.start, end))
    return isGiven && (isUnusual || secret.kind === 'password') ? endOfClause() : undefined
  }
  // (using password: marmalade)
  if (after.startsWith(')') && separator.kind === 'sign' && /\([\p{L} ]{0,24}$/u.test(before))
    return end
  if (!isUnusual) return undefined
  if (settingSigns.test(line) || written.isOption || /likely.*s$/.test(strength + secret.letters))
    return undefined
  if (separator.kind === 'dash') return endOfClause()
  if (separator.kind === 'sign')
    return lineEnd.test(after) && !after.startsWith(';') ? end : undefined
  const isCertain = strength === 'certain' && secret.kind === 'password'
  if (separator.kind !== 'gap' || separator.isClosed || !isCertain) return undefined
  return lineEnd.test(after) || clauseEnd.test(after) ? end : undefined
}

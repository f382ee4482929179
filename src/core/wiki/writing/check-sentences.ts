/**
 * The rules for what a model may write on a page. Statements can be hostile and models can be
 * misled, so nothing is repaired: a text that breaks a rule is refused as a whole.
 */
import type { Redactor } from '../../ports/redactor.ts'
import { isStopWord } from '../../text/common-words.ts'
import { isGeneralWord } from '../../text/general-words.ts'
import { safeText } from '../../text/safe-text.ts'
import { tokenise } from '../../text/tokenise.ts'
import { createLinkResolver, type LinkablePage, readLink } from '../format/links.ts'
import { type CitedSentence, longestSentence, mostSentences } from './prompts.ts'

export interface WritingRules {
  /** The statements that the model read: by anchor, what they say. */
  readonly sources: ReadonlyMap<string, string>
  /** The title or question that the text is about; its words need no citation. */
  readonly subject: string
  readonly pages: readonly LinkablePage[]
  readonly redactor: Pick<Redactor, 'redact'>
}

const mostCharacters = 700

/** @returns the rule that the text breaks, for the log and for the model when it is asked again */
export function findFault(
  sentences: readonly CitedSentence[],
  rules: WritingRules,
): string | undefined {
  if (sentences.length === 0) return 'it has no sentence'
  if (sentences.length > mostSentences) return `it has more than ${mostSentences} sentences`
  const text = sentences.map((sentence) => sentence.text).join(' ')
  if (text.length > mostCharacters) return `it is longer than ${mostCharacters} characters`
  if (rules.redactor.redact(text) !== text) return 'it has a secret or a private part'
  const resolve = createLinkResolver(rules.pages)
  for (const [n, sentence] of sentences.entries()) {
    const fault = findFaultIn(sentence, rules, (target) => resolve(target, '') !== undefined)
    if (fault !== undefined) return `sentence ${n + 1} ${fault}`
  }
  return undefined
}

function findFaultIn(
  { text, cites }: CitedSentence,
  { sources, subject }: WritingRules,
  exists: (target: string) => boolean,
): string | undefined {
  if (text === '') return 'is empty'
  if (text.length > longestSentence) return `is longer than ${longestSentence} characters`
  if (cites.length === 0) return 'cites no statement'
  const unknown = cites.find((anchor) => !sources.has(anchor))
  if (unknown !== undefined) return 'cites a statement that was not given'
  const shown = showLinks(text, exists)
  if (shown === undefined) return 'links to a page that was not given'
  const statements = cites.map((anchor) => sources.get(anchor) ?? '')
  return findMarkup(shown) ?? findAddressing(shown) ?? findUncited(shown, subject, statements)
}

/** Replaces links by their labels. @returns undefined if a link leads nowhere */
function showLinks(text: string, exists: (target: string) => boolean): string | undefined {
  let isBroken = false
  const shown = text.replace(/\[\[([^[\]]*)\]\]/g, (_, inner: string) => {
    const { target, alias, anchor } = readLink(inner)
    if (target === '' || anchor !== undefined || !exists(target)) isBroken = true
    return alias ?? target.replace(/^.*\//, '').replaceAll('-', ' ')
  })
  return isBroken ? undefined : shown
}

/** @returns why it is not one plain sentence, as the end of a sentence about it */
function findMarkup(text: string): string | undefined {
  const bare = text.replace(/(?<!`)`[^`\n]+`(?!`)/g, (code) => 'x'.repeat(code.length))
  // Hidden characters, tags, fences, headings, roles and line breaks.
  if (safeText(text) !== text) return 'is not plain text in one line'
  if (/[a-z][a-z0-9+.-]*:\/\/|\bwww\.|\b(?:mailto|javascript|data|file):/i.test(text)) return url
  if (/\b[\w-]+\.(?:com|org|xyz|ru|cn|info|biz|top)\b/i.test(text)) return url
  if (/[<>]|&(?:#|[a-z]+;)/i.test(bare)) return 'has HTML'
  if (/^(?:[#>|+*=_~-]|\d+[.)]\s)/.test(bare)) return 'starts like a heading, list or quote'
  if (/[[\]`*^{}]|__|~~|==|%%|\$\$|(?:^|\s)#\p{L}/u.test(bare)) return 'has markup'
  if (!/[.。]$/.test(bare)) return 'does not end in a full stop'
  if (/[.!?]["')]?\s+\p{Lu}|[。!?！？]./u.test(bare)) return 'is more than one sentence'
  return undefined
}

const url = 'has an address'

/** @returns how it addresses its reader, as the end of a sentence about it */
function findAddressing(text: string): string | undefined {
  if (/\b(?:you|your|yours|please|I|I'm|my|me)\b/i.test(text)) return 'speaks to its reader'
  if (orders.test(text)) return 'gives an order'
  if (/\b(?:system|developer) (?:prompt|message)|\bas an AI\b|\blanguage model\b/i.test(text)) {
    return 'speaks about models'
  }
  const overrules =
    /\b(?:ignor|disregard|overrid|bypass)\w*\b.{0,40}\b(?:instruction|prompt|rule|statement|above|previous|earlier)/i
  return overrules.test(text) ? 'gives an order' : undefined
}

const orders =
  /^(?:always|never|don't|do not|run|execute|install|delete|remove|send|open|visit|click|download|ignore|disregard|forget|remember|tell|say|write|copy|paste|call|use|make sure|ensure|note that|see)\b/i

/** The share of a sentence's telling words that its citations must have. */
const leastShare = 0.5

/** Words in backticks, or with a digit, a capital inside or a sign that joins names: `src/cart.ts`. */
const name =
  /`[^`]+`|[\p{L}\p{N}_@$./:\\-]*[\p{N}_@$/\\][\p{L}\p{N}_@$./:\\-]*|\p{L}+[.:]\p{L}[\p{L}.:]*|\p{L}+\p{Lu}\p{L}*/gu
/** Names of products and people. */
const capitalised = /(?<=[\p{L}\p{N},;)"'] )\p{Lu}\p{L}+/gu

/** @returns what it says that its citations do not, as the end of a sentence about it */
function findUncited(
  text: string,
  subject: string,
  statements: readonly string[],
): string | undefined {
  const known = [subject, ...statements].join('\n').toLowerCase()
  const names = (text.match(name) ?? []).map((each) => each.replace(/^`|`$|[.:/-]+$/g, ''))
  if (names.some((each) => !known.includes(each.toLowerCase()))) return uncitedName
  const knownTerms = new Set(tokenise(known))
  const capitals = tokenise((text.match(capitalised) ?? []).join(' '))
  if (capitals.some((term) => !knownTerms.has(term) && !isGeneralWord(term))) return uncitedName
  const terms = [...new Set(tokenise(text))].filter((term) => !isStopWord(term))
  const telling = terms.filter((term) => !isGeneralWord(term))
  const founded = telling.filter((term) => knownTerms.has(term))
  const stated = new Set(tokenise(statements.join('\n').toLowerCase()))
  const isFounded =
    founded.length >= telling.length * leastShare && terms.some((term) => stated.has(term))
  return isFounded ? undefined : 'says more than its citations'
}

const uncitedName = 'has a name or number that its citations do not have'

/**
 * The rules for what a model may write on a page. Statements can be hostile and models can be talked
 * into things, so nothing is repaired: a text that breaks a rule is refused as a whole.
 */
import type { Redactor } from '../../ports/redactor.ts'
import { createLinkResolver, type LinkablePage, readLink } from '../format/links.ts'
import { findAddressing, findMarkup } from './plain-sentence.ts'
import type { CitedSentence } from './reply.ts'
import { findUncited } from './uncited-words.ts'

export interface WritingRules {
  /** The statements that the model read: by anchor, what they say. */
  readonly sources: ReadonlyMap<string, string>
  /** The title or question that the text is about; its words need no citation. */
  readonly subject: string
  /** Pages that links may lead to. */
  readonly pages: readonly LinkablePage[]
  readonly redactor: Pick<Redactor, 'redact'>
}

/** Said to the model when it is asked again, and in the log. */
export type Fault = string

export const mostSentences = 4
export const longestSentence = 280
const mostCharacters = 700

export function findFault(
  sentences: readonly CitedSentence[],
  rules: WritingRules,
): Fault | undefined {
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
  return findMarkup(shown) ?? findAddressing(shown) ?? findUncited(shown, { subject, statements })
}

/** With the labels of links in their place. @returns undefined if a link leads nowhere */
function showLinks(text: string, exists: (target: string) => boolean): string | undefined {
  let isBroken = false
  const shown = text.replace(/\[\[([^[\]]*)\]\]/g, (_, inner: string) => {
    const { target, alias, anchor } = readLink(inner)
    if (target === '' || anchor !== undefined || !exists(target)) isBroken = true
    return alias ?? target.replace(/^.*\//, '').replaceAll('-', ' ')
  })
  return isBroken ? undefined : shown
}

/**
 * The same rule in two wordings. Review asks about memories with nearly the same words; here it is
 * enough that two rules share most of what is rare in this wiki: a person decides, on the page.
 */
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import { compareStatements } from '../../memory/sameness.ts'
import type { Memory } from '../../model/memory.ts'
import { isEverydayWord, isStopWord } from '../../text/common-words.ts'
import { tokenise } from '../../text/tokenise.ts'

const ruleKinds: ReadonlySet<string> = new Set(['rule', 'correction', 'preference', 'procedure'])

/** Of the rarity of the shorter one's terms. */
const sharedPart = 0.5
/** Of the rarity of both one's terms: less, and one is a detail of the other. */
const commonPart = 0.23
const fewestShared = 3
/** Most of these name the project. */
const largestPart = 0.4
const fewestRules = 8
/** A term that more rules have leads to no pair, so that a large wiki is checked quickly. */
const mostWithTerm = 40

interface Rule {
  readonly memory: Memory
  readonly terms: ReadonlySet<string>
  /** Of all its terms. */
  readonly weight: number
}

/** Each with the earlier one that says the same. */
export async function findRepeatedRules(
  memories: Iterable<Memory>,
): Promise<{ readonly memory: Memory; readonly earlier: Memory }[]> {
  const rules = [...memories].filter(({ kind }) => ruleKinds.has(kind)).sort(byAge)
  const read = rules.map((memory) => ({ memory, terms: termsOf(memory.content) }))
  /** By term, the numbers of the rules that have it. */
  const withTerm = new Map<string, number[]>()
  for (const [n, { terms }] of read.entries()) {
    for (const term of terms) {
      const known = withTerm.get(term)
      if (known) known.push(n)
      else withTerm.set(term, [n])
    }
  }
  const most = read.length < fewestRules ? read.length : read.length * largestPart
  for (const [term, { length }] of withTerm) {
    if (length <= most) continue
    for (const { terms } of read) terms.delete(term)
  }
  const weigh = (terms: Iterable<string>) =>
    [...terms].reduce(
      (sum, term) => sum + Math.log(1 + read.length / (withTerm.get(term)?.length ?? 1)),
      0,
    )
  const weighed = read.map((rule): Rule => ({ ...rule, weight: weigh(rule.terms) }))
  const found: { memory: Memory; earlier: Memory }[] = []
  for (const [n, rule] of weighed.entries()) {
    await yieldToEventLoop()
    const near = new Set(
      [...rule.terms].flatMap((term) => {
        const others = withTerm.get(term) ?? []
        return others.length > mostWithTerm ? [] : others.filter((other) => other < n)
      }),
    )
    const earlier = [...near].flatMap((other) => weighed[other] ?? [])
    const [same] = earlier
      .map((other) => ({ other, share: shareOf(rule, other, weigh) }))
      .filter(({ share }) => share >= commonPart)
      .filter(({ other }) => !areOpposite(rule.memory, other.memory))
      .sort((a, b) => b.share - a.share)
    if (same) found.push({ memory: rule.memory, earlier: same.other.memory })
  }
  return found
}

/** How much of what both say they have in common; 0 if one hardly says what the other does. */
function shareOf(one: Rule, other: Rule, weigh: (terms: Iterable<string>) => number): number {
  const terms = [...one.terms].filter((term) => other.terms.has(term))
  const shared = weigh(terms)
  const isLittle = shared < sharedPart * Math.min(one.weight, other.weight)
  if (terms.length < fewestShared || isLittle) return 0
  return shared / (one.weight + other.weight - shared)
}

/** A contradiction is found elsewhere. */
const areOpposite = (one: Memory, other: Memory) =>
  compareStatements(one.content, other.content) === 'opposite'

function termsOf(content: string): Set<string> {
  const text = content.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return new Set(tokenise(text).filter((term) => !isStopWord(term) && !isEverydayWord(term)))
}

function byAge(a: Memory, b: Memory): number {
  return a.validFrom === b.validFrom ? (a.id < b.id ? -1 : 1) : a.validFrom < b.validFrom ? -1 : 1
}

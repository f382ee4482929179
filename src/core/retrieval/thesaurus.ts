/**
 * Words that often stand for each other, written by hand for everyday and programming English. A
 * query's word is also looked for by these, at a fraction of its weight (`weights.ts`). Read on
 * first use; the index itself never holds synonyms.
 */
import { normaliseWord } from './normalise-word.ts'
import { kinds, synonyms } from './thesaurus-words.ts'

let related: Map<string, Set<string>> | undefined

/** Terms that may stand for `term`, in a fixed order. */
export function relatedTerms(term: string): readonly string[] {
  related ??= readThesaurus()
  return [...(related.get(term) ?? [])]
}

function readThesaurus(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const group of lines(synonyms)) {
    for (const term of group) relate(found, term, group)
  }
  for (const line of kinds.trim().split('\n')) {
    const [heads = '', members = ''] = line.split(':')
    for (const head of terms(heads)) relate(found, head, terms(members))
  }
  return found
}

function relate(found: Map<string, Set<string>>, term: string, others: readonly string[]): void {
  const known = found.get(term) ?? new Set()
  for (const other of others) if (other !== term) known.add(other)
  found.set(term, known)
}

const lines = (text: string) => text.trim().split('\n').map(terms)
const terms = (text: string) => [...new Set(text.trim().split(/\s+/).map(normaliseWord))]

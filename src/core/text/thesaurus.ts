/**
 * A hand-written thesaurus of everyday and programming English. A query also matches the synonyms of
 * its words, at a fraction of their weight (`weights.ts`). Parsed on first use; the index holds no
 * synonyms.
 */
import { baseForms, normaliseWord } from './normalise-word.ts'
import { kinds, synonyms } from './thesaurus-words.ts'

/** Each of `words` may be replaced by any of `others`. */
interface Line {
  readonly words: readonly string[]
  readonly others: readonly string[]
}

let lines: readonly Line[] | undefined
/** Those with a word that may be a form of a term with such a first letter. */
const linesByLetter = new Map<string, readonly Line[]>()

/** Synonyms of `term`, in a fixed order. */
export function relatedTerms(term: string): readonly string[] {
  const related = linesFor(term[0] ?? '')
    .filter(({ words }) => words.some((word) => isFormOf(term, word)))
    .flatMap(({ others }) => others.map(normaliseWord))
  return [...new Set(related)].filter((other) => other !== term)
}

function linesFor(letter: string): readonly Line[] {
  lines ??= [...linesOf(synonyms), ...linesOf(kinds)]
  const known = linesByLetter.get(letter)
  if (known) return known
  const mayFit = (word: string) => word[0] === letter || baseForms.has(word)
  const found = lines.filter(({ words }) => words.some(mayFit))
  linesByLetter.set(letter, found)
  return found
}

/** Compares first letters before stemming: stemming the whole thesaurus takes 10 ms. */
function isFormOf(term: string, word: string): boolean {
  return (word[0] === term[0] || baseForms.has(word)) && normaliseWord(word) === term
}

function linesOf(text: string): Line[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [words = [], others = words] = line.split(':').map((part) => part.trim().split(/\s+/))
      return { words, others }
    })
}

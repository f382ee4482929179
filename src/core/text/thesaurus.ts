/**
 * Words that often stand for each other, written by hand for everyday and programming English. A
 * query's word is also looked for by these, at a fraction of its weight (`weights.ts`). Read on
 * first use; the index itself never holds synonyms.
 */
import { baseForms } from './irregular-words.ts'
import { normaliseWord } from './normalise-word.ts'
import { kinds, synonyms } from './thesaurus-words.ts'

/** Each of the words may stand for each of the others. */
interface Line {
  readonly words: readonly string[]
  readonly others: readonly string[]
}

let lines: readonly Line[] | undefined

/** Terms that may stand for `term`, in a fixed order. */
export function relatedTerms(term: string): readonly string[] {
  lines ??= [...linesOf(synonyms), ...linesOf(kinds)]
  const related = lines
    .filter(({ words }) => words.some((word) => isFormOf(term, word)))
    .flatMap(({ others }) => others.map(normaliseWord))
  return [...new Set(related)].filter((other) => other !== term)
}

/** Stemming changes endings only. Told beforehand, since to stem every word here takes 10 ms. */
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

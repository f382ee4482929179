/** How much it says that a memory holds a word: the more, the rarer it is here and anywhere. */
import type { QueryTerm } from '../recall/plan-query.ts'
import { isCommonWord, isWidespreadWord } from '../text/common-words.ts'

const ofCommonWord = 0.4
const ofWidespreadWord = 0.75

export function weighWord({ term, weight }: QueryTerm): number {
  const rarity = Math.sqrt(weight)
  if (isCommonWord(term)) return ofCommonWord * rarity
  return isWidespreadWord(term) ? ofWidespreadWord * rarity : rarity
}

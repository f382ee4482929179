/**
 * How much it says that two texts of a project share a word: the rarer the word in the project's
 * memories and turns, the more. A project with little history is judged by general English as well.
 */
import type { SearchIndex } from '../../ports/search-index.ts'
import { isEverydayWord, isStopWord, isWidespreadWord } from '../../text/common-words.ts'
import { isGeneralWord } from '../../text/general-words.ts'

export type Rarity = (term: string) => number

/** What general English and talk of programming weigh, in documents beside the project's own. */
const generalDocuments = 100
/** The share of such documents that have a word of each kind. */
const shares = { everyday: 0.15, widespread: 0.05, general: 0.02, other: 0.003 }
/** A word that is in more than about a third of all documents says nothing. */
const leastRarity = 1
/** One in 400 is as rare as it gets, however long the history. */
const mostRarity = 6

/** @param projectId undefined for all projects together */
export async function readRarity(
  terms: readonly string[],
  projectId: string | undefined,
  search: Pick<SearchIndex, 'frequencies' | 'projectFrequencies'>,
): Promise<Rarity> {
  const { total, byTerm } =
    projectId === undefined
      ? await search.frequencies(terms)
      : await search.projectFrequencies(projectId, terms)
  return (term) => {
    const documents = (byTerm.get(term) ?? 0) + generalDocuments * generalShare(term)
    const rarity = Math.log((total + generalDocuments + 1) / (documents + 0.5))
    return Math.max(0, Math.min(rarity, mostRarity) - leastRarity)
  }
}

function generalShare(term: string): number {
  if (isEverydayWord(term) || isStopWord(term)) return shares.everyday
  if (isWidespreadWord(term)) return shares.widespread
  // Of other languages we do not know the general words.
  return isGeneralWord(term) || !isAscii(term) ? shares.general : shares.other
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches the whole ASCII range
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text)

/** What the current work is about, as git shows it: the branch and the files being changed. */

import { sharedBranches } from '../../model/branch.ts'
import type { ContextRequest } from '../../model/context.ts'
import type { Memory } from '../../model/memory.ts'
import type { IndexedDocument, SearchFilter } from '../../ports/search-index.ts'
import { isGeneralWord } from '../../text/general-words.ts'
import { decodeTerms, occurrences, rarestTerms } from '../../text/indexed-terms.ts'
import { tokenise } from '../../text/tokenise.ts'
import { closeness, filesNamedBy } from '../file/file-triggers.ts'
import type { ContextPorts } from '../situation.ts'

type Work = Pick<ContextRequest, 'branch' | 'files'>

const leastLetters = 3

/** The words of a branch of its own, such as `webhook` and `retri` for `fix/webhook-retries`. */
function branchTerms({ branch }: Work): string[] {
  if (branch === undefined || sharedBranches.has(branch)) return []
  const terms = tokenise(branch.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '))
  return [...new Set(terms)].filter((term) => term.length >= leastLetters && !isGeneralWord(term))
}

const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

const mostFiles = 15
/** Few, because an agent is waiting. */
const mostPostings = 4_000
const leastTerms = 6

/** @returns ids of memories that share words with the branch or name the files, best first */
export async function findNearWork(
  work: Work,
  filter: SearchFilter,
  { search }: Pick<ContextPorts, 'search'>,
  limit: number,
): Promise<string[]> {
  const names = work.files.slice(0, mostFiles).flatMap((path) => tokenise(fileName(path))[0] ?? [])
  const wanted = [...new Set([...branchTerms(work), ...names])]
  if (wanted.length === 0) return []
  const { byTerm } = await search.frequencies(wanted)
  const countOf = (term: string) => byTerm.get(term) ?? 0
  const known = wanted.filter((term) => countOf(term) > 0)
  const terms = rarestTerms(known, countOf, mostPostings, leastTerms)
  if (terms.length === 0) return []
  return (await search.candidates(terms, filter, limit)).map(({ id }) => id)
}

export interface Nearness {
  /** 0 to 1: how rare the shared words of the branch are among the memories considered. */
  readonly branch: number
  readonly file: boolean
  /** What it shares. */
  readonly about: readonly string[]
}

/** @param documents of the memories considered */
export function createNearness(
  work: Work,
  documents: readonly IndexedDocument[],
): (memory: Memory) => Nearness {
  const terms = branchTerms(work)
  const holders = new Map(terms.map((term) => [term, new Set<string>()]))
  for (const { id, terms: encoded } of terms.length > 0 ? documents : []) {
    const { columns } = decodeTerms(encoded)
    for (const term of terms) {
      if (columns.some(({ line }) => occurrences(line, term) > 0)) holders.get(term)?.add(id)
    }
  }
  const rarity = (term: string) => rarityOf(holders.get(term)?.size ?? 0, documents.length)
  return (memory) => {
    const shared = terms.filter((term) => holders.get(term)?.has(memory.id))
    const named = work.files.length > 0 ? filesNamedBy(memory) : []
    const file = work.files.find((each) => named.some((name) => closeness(name, each) > 0))
    return {
      branch: Math.min(
        1,
        shared.map(rarity).reduce((sum, one) => sum + one, 0),
      ),
      file: file !== undefined,
      about: [...shared, ...(file === undefined ? [] : [file])],
    }
  }
}

/** 1 for a word of one memory, 0 for a word of all. */
function rarityOf(holders: number, all: number): number {
  return all <= 1 ? 1 : 1 - Math.log(Math.max(1, holders)) / Math.log(all)
}

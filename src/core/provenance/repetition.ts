/** Recognises text that repeats what was said before, word for word or nearly. */

/** @returns whether a paragraph repeats one of the texts */
export function createRepetition(texts: readonly string[]): (paragraph: string) => boolean {
  const known = new Set(texts.flatMap(runsOf))
  return (paragraph) => {
    if (known.size === 0) return false
    const runs = runsOf(paragraph)
    if (runs.length < fewestRuns) return false
    return runs.filter((run) => known.has(run)).length / runs.length >= enoughShared
  }
}

const runLength = 4
/** Seven words: shorter answers such as «yes, go with the first» are the user's. */
const fewestRuns = 4
const enoughShared = 0.6

function runsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return words
    .slice(0, 1 - runLength || undefined)
    .map((_, at) => words.slice(at, at + runLength).join(' '))
}

/** The rarest terms whose postings together stay within the budget, but `least` in any case. */
export function rarestTerms(
  terms: readonly string[],
  frequency: (term: string) => number,
  budget: number,
  least: number,
): string[] {
  const byRarity = [...terms].sort((a, b) => frequency(a) - frequency(b))
  const chosen: string[] = []
  let postings = 0
  for (const term of byRarity) {
    postings += frequency(term)
    if (postings > budget && chosen.length >= least) break
    chosen.push(term)
  }
  return chosen
}

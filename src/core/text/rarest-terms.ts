/** The rarest terms whose total frequency stays within the budget; at least `least` of them. */
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

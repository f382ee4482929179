const mostCites = 3

/** The last ones tell how it ended. */
export function citing(ids: readonly string[]): string[] {
  return [...new Set(ids)].slice(-mostCites)
}

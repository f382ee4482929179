interface BackOff {
  readonly firstMs: number
  readonly longestMs: number
}

/** The pause after the given failure in a row, counted from 1: it doubles up to the longest. */
export function backOffMs(failures: number, { firstMs, longestMs }: BackOff): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs)
}

interface BackOff {
  readonly firstMs: number
  readonly longestMs: number
  /** How much longer each pause is than the one before; twice if absent. */
  readonly factor?: number
}

/**
 * The pause after the given failure in a row, counted from 1.
 * @param random makes the pause up to half longer, so that many that failed at once do not retry at once
 */
export function backOffMs(
  failures: number,
  { firstMs, longestMs, factor = 2 }: BackOff,
  random = () => 0,
): number {
  const pauseMs = Math.min(firstMs * factor ** (failures - 1), longestMs)
  return Math.round(pauseMs * (1 + random() / 2))
}

/** How long a server asks us to wait: in milliseconds, in seconds, or until a date. */

/** @returns undefined when it does not say, or not so that it can be read */
export function readRetryAfter(headers: Headers, now = Date.now()): number | undefined {
  const milliseconds = Number(headers.get('retry-after-ms') || Number.NaN)
  if (milliseconds >= 0) return milliseconds
  const said = headers.get('retry-after')?.trim()
  if (!said) return undefined
  const wait = /^\d+(\.\d+)?$/.test(said) ? Number(said) * 1_000 : Date.parse(said) - now
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}

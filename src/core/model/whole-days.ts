const dayMs = 86_400_000

/** Days between two dates, UTC: it changes at midnight only, so that context stays the same all day. */
export function wholeDays(at: string, now: Date): number {
  return Math.max(0, Math.floor(now.getTime() / dayMs) - Math.floor(Date.parse(at) / dayMs))
}

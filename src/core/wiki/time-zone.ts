/** The time zone in which a wiki tells days. */
export interface TimeZone {
  readonly name: string
  /** Set if the one that was asked for is unknown. */
  readonly warning?: string
}

/** @param wanted empty for the zone of this machine */
export function resolveTimeZone(wanted: string): TimeZone {
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (wanted === '') return { name: local }
  try {
    return { name: new Intl.DateTimeFormat('en', { timeZone: wanted }).resolvedOptions().timeZone }
  } catch {
    const warning = `wiki.timeZone "${wanted}" is not a time zone; local time (${local}) is used`
    return { name: local, warning }
  }
}

/** The time zone of a wiki's days. */
export interface TimeZone {
  readonly name: string
  /** The day of a time: `2026-10-03`. */
  readonly dayOf: (time: string) => string
  /** Set if the requested zone is unknown. */
  readonly warning?: string
}

/** The same object for the same zone, because compilers compare `dayOf` by identity. */
const known = new Map<string, TimeZone>()

/** @param wanted empty for the zone of this machine */
export function resolveTimeZone(wanted: string): TimeZone {
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone
  const name = wanted === '' ? local : wanted
  const zone = known.get(name) ?? openZone(name, local)
  known.set(name, zone)
  return zone
}

function openZone(wanted: string, local: string): TimeZone {
  try {
    const format = dayFormat(wanted)
    return { name: format.resolvedOptions().timeZone, dayOf: dayBy(format) }
  } catch {
    const warning = `wiki.timeZone "${wanted}" is not a time zone; local time (${local}) is used`
    return { name: local, dayOf: dayBy(dayFormat(local)), warning }
  }
}

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const digits = '2-digit'
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: digits, day: digits })
}

const mostDays = 50_000

/** Remembers days: formatting ten thousand takes as long as everything else in a small build. */
function dayBy(format: Intl.DateTimeFormat): (time: string) => string {
  const days = new Map<string, string>()
  return (time) => {
    const day = days.get(time) ?? format.format(new Date(time))
    if (days.size >= mostDays) days.clear()
    days.set(time, day)
    return day
  }
}

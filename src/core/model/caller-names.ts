/** The names an orchestrator gives: one session to several terminals, and each agent its own. */

export interface CallerNames {
  readonly session?: string
  readonly agent?: string
}

/** Plain enough for a shell to check, and neither a path nor text. The hook script has it too. */
const form = /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,63}$/

export interface CallerReading {
  readonly names: CallerNames
  /** One line about the names that were ignored. */
  readonly problem: string | undefined
}

export function readCallerNames(env: Readonly<Record<string, string | undefined>>): CallerReading {
  const { THROUGHLINE_SESSION, THROUGHLINE_AGENT } = env
  const given = Object.entries({ THROUGHLINE_SESSION, THROUGHLINE_AGENT })
  const ignored = given.filter(([, value]) => value && !form.test(value)).map(([name]) => name)
  const problem = `${ignored.join(' and ')} ignored: use at most 64 letters, digits and . _ : @ -`
  return {
    names: toCallerNames(THROUGHLINE_SESSION, THROUGHLINE_AGENT),
    problem: ignored.length === 0 ? undefined : problem,
  }
}

/** Leaves out names of another form. */
export function toCallerNames(session: string | undefined, agent: string | undefined): CallerNames {
  return {
    ...(session && form.test(session) && { session }),
    ...(agent && form.test(agent) && { agent }),
  }
}

/** Commands to copy that work on the home this page shows, also if it is not the default one. */

let program = 'throughline'

/** Keeps the default while the daemon does not answer. */
export async function learnCommand(): Promise<void> {
  const response = await fetch('/health').catch(() => undefined)
  const { command } = ((await response?.json().catch(() => undefined)) ?? {}) as {
    command?: string
  }
  program = command ?? program
}

export function commandHere(args: string): string {
  return `${program} ${args}`
}

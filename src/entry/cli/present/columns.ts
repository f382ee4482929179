/** How wide the terminal is. */
import type { Environment } from '../../../home/config.ts'

interface Output {
  readonly env: Environment
  readonly isTerminal: boolean
  readonly columns?: number | undefined
}

/** `COLUMNS` counts where no terminal says how wide it is. @returns undefined for any width */
export function columnsOf({ columns, env, isTerminal }: Output): number | undefined {
  const known = columns || Number.parseInt(env.COLUMNS ?? '', 10)
  if (known > 0) return Math.max(known, fewest)
  return isTerminal ? usual : undefined
}

const fewest = 20
const usual = 80

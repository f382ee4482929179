/** What the terminal can show: colours and columns. */
import type { Environment } from '../../../home/config.ts'

const codes = {
  heading: [1, 22],
  quiet: [2, 22],
  id: [33, 39],
  good: [32, 39],
  warning: [33, 39],
  bad: [31, 39],
} as const

export type Style = keyof typeof codes

/** `FORCE_COLOR` wins over `NO_COLOR`, as in Node. */
export function usesColour(env: Environment, isTerminal: boolean): boolean {
  const forced = env.FORCE_COLOR
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return isTerminal && !env.NO_COLOR && env.TERM !== 'dumb'
}

export function paint(text: string, style: Style): string {
  const [on, off] = codes[style]
  return text.trim() === '' ? text : `\u001b[${on}m${text}\u001b[${off}m`
}

interface Output {
  readonly env: Environment
  readonly isTerminal: boolean
  readonly columns?: number | undefined
}

/** `COLUMNS` is used where no terminal says how wide it is. @returns undefined for any width */
export function columnsOf({ columns, env, isTerminal }: Output): number | undefined {
  const known = columns || Number.parseInt(env.COLUMNS ?? '', 10)
  if (known > 0) return Math.max(known, fewest)
  return isTerminal ? usual : undefined
}

const fewest = 20
const usual = 80

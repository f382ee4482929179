/** Text from the arguments of a command or from standard input. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { CliContext } from './context.ts'

/** The words given; a lone `-` stands for standard input. */
export async function textOf({ input }: CliContext, words: readonly string[]): Promise<string> {
  if (words.length !== 1 || words[0] !== '-') return words.join(' ')
  if (input) return input.read()
  throw new ThroughlineError('invalid-input', 'there is no standard input to read')
}

export function isPiped({ input }: CliContext): boolean {
  return input !== undefined && !input.isTerminal
}

/** Text that a command is about, from its arguments or from standard input. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { CliContext } from './context.ts'

/** The words of the command line; a lone `-` stands for standard input. */
export async function textOf(context: CliContext, words: readonly string[]): Promise<string> {
  return words.length === 1 && words[0] === '-' ? readInput(context) : words.join(' ')
}

/** Whether something comes through a pipe or from a file. */
export function isPiped({ input }: CliContext): boolean {
  return input !== undefined && !input.isTerminal
}

async function readInput({ input }: CliContext): Promise<string> {
  if (input) return input.read()
  throw new ThroughlineError('invalid-input', 'there is no standard input to read')
}

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

/** Lines for `remember --lines` are the most anyone pipes in. */
const mostInputBytes = 16 * 1024 * 1024

/** @throws ThroughlineError `invalid-input` for more than 16 MiB, without reading on */
export async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > mostInputBytes) {
      throw new ThroughlineError('invalid-input', 'standard input has more than 16 MiB', {
        hint: 'give less, or in parts',
      })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

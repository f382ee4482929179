/** One change to each memory that is named. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { KeptAsProposal } from '../agent-authority.ts'
import type { Options } from '../command.ts'
import type { CliContext } from '../context.ts'

/**
 * With several names, one that is refused is reported, and the others still change.
 * @throws ThroughlineError if the only one is refused
 */
export async function changeEach<T>(
  context: CliContext,
  { json }: Options,
  names: readonly string[],
  change: (name: string) => Promise<T>,
  describe: (result: T) => readonly string[],
): Promise<void> {
  const done: T[] = []
  const left: { readonly memory: string; readonly reason: string }[] = []
  for (const name of new Set(names)) {
    try {
      const result = await change(name)
      done.push(result)
      if (!json) for (const line of describe(result)) context.print(line)
    } catch (error) {
      const isProposed = error instanceof KeptAsProposal
      const isReported = isProposed || error instanceof ThroughlineError
      if (names.length === 1 || !isReported) throw error
      left.push({ memory: name, reason: error.message })
      if (!isProposed) context.exitCode = 1
      if (!json) context.writeError(`throughline: ${error.message}\n`)
    }
  }
  if (json) context.printJson(names.length === 1 ? done[0] : { done, left })
}

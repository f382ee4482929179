/** Memories and files named on the command line, and changes to each of them. */

import { ThroughlineError } from '../../../contract/errors.ts'
import { KeptAsProposal } from '../agent-authority.ts'
import { type Option, type Options, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { mayBeId } from '../resolve-ids.ts'

/** Each file with its own `--file`. */
export function fileOption(description: string): Option {
  return option('--file <file>', description, { repeats: 'flag', neverEmpty: false })
}

/** A memory as the contract refers to it. Something that looks like an id may be a key. */
export function refer(
  context: CliContext,
  given: string,
  { scope, project, session, agent }: Options,
) {
  const name = mayBeId(given) ? { id: given, key: given } : { key: given }
  return { ...name, scope, project, session, agent, folder: context.cwd }
}

/** As absolute paths. An empty one means no file. */
export function filesFrom(context: CliContext, given: unknown): string[] | undefined {
  return (given as string[] | undefined)?.map((file) => file && context.resolvePath(file))
}

/**
 * With several names, a refused one is reported, and the others still change.
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

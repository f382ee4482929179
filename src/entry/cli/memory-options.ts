/** Options of several memory commands: the memory, and the files it is about. */
import { type Option, type Options, option } from './command.ts'
import type { CliContext } from './context.ts'
import { mayBeId } from './resolve-ids.ts'

/** Each file with its own `--file`. */
export function fileOption(description: string): Option {
  return option('--file <file>', description, { repeats: 'flag', neverEmpty: false })
}

/** A memory as the contract refers to it. What looks like an id may be a key. */
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

/** Options that several memory commands share. */
import { type Command, Option } from 'commander'
import { looksLikeId } from '../../core/memory/supersede.ts'
import type { CliContext } from './context.ts'

/** What commander makes of a command line; the contract checks it. */
export type Options = Readonly<Record<string, unknown>> & { readonly json?: true }

/** Whose memories; without them the folder one is in says it. */
export function withPlace(command: Command): Command {
  return command
    .option('--scope <scope>', 'global, project, session or agent')
    .option('--project <project>', 'a project, by id, name or identity')
    .option('--session <session>', 'a session, by our id or the host’s')
    .option('--agent <agent>', 'an agent, by its name')
}

/** Several files, each with its own `--file`. */
export function fileOption(description: string): Option {
  return new Option('--file <file>', description).argParser(
    (file: string, before: string[] | undefined) => [...(before ?? []), file],
  )
}

/** One memory, as the contract refers to it: what looks like an id may be a key all the same. */
export function refer(
  context: CliContext,
  given: string,
  { scope, project, session, agent }: Options,
) {
  const name = looksLikeId(given.trim()) ? { id: given, key: given } : { key: given }
  return { ...name, scope, project, session, agent, folder: context.cwd }
}

/** With their whole paths, by which the project knows its own; an empty one stands for none. */
export function filesFrom(context: CliContext, given: unknown): string[] | undefined {
  return (given as string[] | undefined)?.map((file) => file && context.resolvePath(file))
}

/** Options that several memory commands share. */
import { isAbsolute, relative, resolve, sep } from 'node:path'
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

/** One memory, as the contract refers to it: what does not look like an id is a key. */
export function refer(
  context: CliContext,
  given: string,
  { scope, project, session, agent }: Options,
) {
  const name = looksLikeId(given.trim()) ? { id: given } : { key: given }
  return { ...name, scope, project, session, agent, folder: context.cwd }
}

/** Files below the folder one is in are kept by their way from there, others by their whole path. */
export function filesFrom(context: CliContext, given: unknown): string[] | undefined {
  return (given as string[] | undefined)?.map((file) => pathFrom(context.cwd, file))
}

function pathFrom(folder: string, file: string): string {
  const whole = resolve(folder, file)
  const way = relative(folder, whole)
  const isBelow = way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
  return (isBelow ? way : whole).split(sep).join('/')
}

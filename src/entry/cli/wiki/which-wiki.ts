/** Which wiki a command is about: by default the one of this folder's project. */
import type { Command, Options } from '../command.ts'
import { optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'

export type WikiCommand = Command & { readonly summary: string }

export const wikiOptions = optionsOf('getWiki', 'project', 'global')

/** At the start of a sentence. */
export function titleOf({ id, name }: { readonly id: string; readonly name: string }): string {
  return id === 'global' ? 'The global wiki' : `The wiki of ${name}`
}

export function wikiInput(context: CliContext, { project, global }: Options) {
  return { project, global, folder: context.cwd }
}

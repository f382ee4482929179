/** Finds what the options of `throughline import` ask for. */
import { existsSync } from 'node:fs'
import type { Imports } from '../../../compose/import/imports.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { nearestName } from '../../../contract/nearest-name.ts'
import { parseSince } from '../../../contract/wording.ts'
import type { FoundHistory } from '../../../core/import/import-histories.ts'
import type { FoundMemories } from '../../../core/import/memories/import-memories.ts'
import type { Switches, Texts } from '../command.ts'
import { type CliContext, currentFolder } from '../context.ts'

export type ImportCommandOptions = Texts<'path' | 'since' | 'project' | 'into'> &
  Switches<'dryRun' | 'yes' | 'json' | 'isOffer'> & { readonly from?: readonly string[] }

export interface FoundImports {
  readonly histories: readonly FoundHistory[]
  readonly memories: readonly FoundMemories[]
}

export async function findAll(
  context: CliContext,
  options: ImportCommandOptions,
  imports: Imports,
): Promise<FoundImports> {
  const { from, path, since, project } = options
  checkOptions(options, imports)
  const place = path === undefined ? undefined : context.resolvePath(path)
  if (place !== undefined && !existsSync(place)) {
    throw new ThroughlineError('not-found', `there is no ${place}`, {
      hint: "name the agent's own folder, such as a copy of ~/.claude",
    })
  }
  const request = {
    sources: from,
    path: place,
    cwd: currentFolder(context),
    since: since === undefined ? undefined : toTime(since),
  }
  return {
    histories: await imports.histories.find(request),
    memories: project === undefined ? await imports.foreignMemories.find(request) : [],
  }
}

function checkOptions(
  { from, path, project }: ImportCommandOptions,
  { histories, foreignMemories }: Imports,
): void {
  const names = [...histories.names, ...foreignMemories.names]
  const unknown = from?.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, names)
    const isNamed = 'throughline import --dry-run --json names what is here'
    throw new ThroughlineError('invalid-input', `nothing can be imported from ${unknown}`, {
      hint: nearest === undefined ? isNamed : `did you mean ${nearest}?`,
    })
  }
  if (path !== undefined && from?.length !== 1) {
    throw new ThroughlineError('invalid-input', '--path needs one --from', {
      hint: 'for example --from claude-code --path ~/backup/.claude',
    })
  }
  const placeless = from?.find((name) => foreignMemories.namesWithoutPlace.includes(name))
  if (placeless !== undefined && path === undefined) {
    throw new ThroughlineError('invalid-input', `${placeless} is read only with --path`, {
      hint: `throughline import --from ${placeless} --path PATH`,
    })
  }
  const tool = from?.find((name) => foreignMemories.names.includes(name))
  if (tool !== undefined && project !== undefined) {
    throw new ThroughlineError('invalid-input', `--project is for sessions, not for ${tool}`, {
      hint: '--into PROJECT takes the memories whose own project is unknown',
    })
  }
}

export function toTime(since: string): string {
  const time = parseSince(since, new Date())
  if (time !== undefined) return time
  throw new ThroughlineError('invalid-input', `"${since}" is not a time`, {
    hint: 'for example 30d or 2026-05-01',
  })
}

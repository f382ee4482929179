/** The wiki that a command is about: by default that of this folder's project. */

import type { OutputOf } from '../../../contract/operations/index.ts'
import { type Command, type Options, optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'
import { count, excerpt, indented, printWrapped } from '../present.ts'

export type WikiCommand = Command & { readonly summary: string }

export const wikiOptions = optionsOf('getWiki', 'project', 'global')

/** At the start of a sentence. */
export function titleOf({ id, name }: { readonly id: string; readonly name: string }): string {
  return id === 'global' ? 'The global wiki' : `The wiki of ${name}`
}

export function wikiInput(context: CliContext, { project, global }: Options) {
  return { project, global, folder: context.cwd }
}

type Built = OutputOf<'buildWiki'>['wikis'][number]
type Open = Pick<Built, 'conflicts' | 'held' | 'problems'>

const words: Readonly<Record<Built['changes'][number]['what'], string>> = {
  created: 'added',
  revised: 'changed',
  forgotten: 'forgotten',
  restored: 'restored',
  conflict: 'conflict',
  held: 'held',
  refused: 'refused',
  'to-review': 'to review',
}

const contentColumns = 66

export function printBuilt(context: CliContext, built: Built): void {
  const { location, changes, written, removed } = built
  const done = [
    ...(written.length > 0 ? [`${count(written.length, 'page')} written`] : []),
    ...(removed.length > 0 ? [`${count(removed.length, 'page')} removed`] : []),
  ]
  context.print(`${titleOf(built)}: ${done.join(', ') || 'up to date'}`)
  context.printTable(
    changes.map(({ what, content }) => [words[what], excerpt(content, contentColumns)]),
    '  ',
  )
  for (const { path, reason } of changes) {
    if (reason !== undefined) printWrapped(context, `Not taken in from ${path}: ${reason}.`, '  ')
  }
  printOpen(context, built)
  context.print(location)
}

export function printOpen(context: CliContext, open: Open, indent = ''): void {
  const { conflicts, held, problems } = open
  const below = indented(context, indent)
  const print = (text: string) => printWrapped(below, text, '  ')
  for (const { path, anchor } of conflicts) {
    print(`Conflict on ${path} ^${anchor}: delete the version that is wrong.`)
  }
  if (held.length > 0) {
    const isOne = held.length === 1
    print(`${count(held.length, 'removed statement')} ${isOne ? 'waits' : 'wait'} for you:`)
    const them = isOne ? 'it' : 'them'
    print(`throughline wiki apply forgets ${them}, wiki apply --put-back keeps ${them}`)
  }
  for (const { path, what } of problems) print(`${path}: ${what}`)
}

/** `wiki build`, `apply`, `diff`, `watch`, `status`, `open`: edits become memories, memories become pages. */

import { setTimeout as delay } from 'node:timers/promises'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { option, optionsOf } from '../command.ts'
import type { AskableLocal, CliContext } from '../context.ts'
import { openOnDesktop } from '../get-started/dashboard.ts'
import { ago, count, excerpt, indented, memoryCount, printWrapped } from '../present.ts'
import { catchInterruption } from '../user-input.ts'
import {
  printBuilt,
  printOpen,
  titleOf,
  type WikiCommand,
  wikiInput,
  wikiOptions,
} from './which-wiki.ts'

export const buildCommand: WikiCommand = {
  summary: 'Read your edits and update the pages',
  options: [...wikiOptions, ...optionsOf('buildWiki', 'all', 'whole')],
  examples: ['wiki build', 'wiki build --all', 'wiki build --global --whole'],
  async run(context, options) {
    const { all, whole } = options
    const input = { ...wikiInput(context, options), all, whole }
    const result = await context.withFreshLocal(({ ask }) => ask('buildWiki', input))
    if (options.json) return context.printJson(result)
    const shown = result.wikis.filter((wiki) => !all || hasNews(wiki))
    for (const wiki of shown) printBuilt(context, wiki)
    if (shown.length === 0) context.print('Every wiki is up to date.')
  },
}

export const applyCommand: WikiCommand = {
  summary: 'Forget the statements you removed from pages',
  options: [...wikiOptions, option('--put-back', 'Put them back on their pages instead')],
  examples: ['wiki apply', 'wiki apply --put-back'],
  async run(context, options) {
    const held = options.putBack ? 'put-back' : 'forget'
    const input = { ...wikiInput(context, options), held }
    const result = await context.withFreshLocal(({ ask }) => ask('buildWiki', input))
    if (options.json) return context.printJson(result)
    for (const wiki of result.wikis) printApplied(context, wiki, held === 'forget')
  },
}

function hasNews(wiki: OutputOf<'buildWiki'>['wikis'][number]): boolean {
  const { changes, written, removed, conflicts, held, problems } = wiki
  return [changes, written, removed, conflicts, held, problems].some(({ length }) => length > 0)
}

function printApplied(
  context: CliContext,
  wiki: OutputOf<'buildWiki'>['wikis'][number],
  forgets: boolean,
): void {
  printBuilt(context, wiki)
  const forgotten = wiki.changes.filter(({ what }) => what === 'forgotten').length
  if (!forgets || forgotten === 0) return
  context.print(`Forgot ${memoryCount(forgotten)}; throughline list --forgotten shows them.`)
}

export const diffCommand: WikiCommand = {
  summary: 'Show what a build would do, without doing it',
  options: wikiOptions,
  examples: ['wiki diff', 'wiki diff --global'],
  async run(context, options) {
    const input = wikiInput(context, options)
    const result = await context.withFreshLocal(({ ask }) => ask('diffWiki', input))
    if (options.json) return context.printJson(result)
    const { edits, pages } = result
    if (edits.length + pages.length === 0) {
      return context.print(`${titleOf(result)} is up to date.`)
    }
    const taken = edits.filter(({ what }) => what !== 'refused')
    printRefused(
      context,
      edits.filter(({ what }) => what === 'refused'),
    )
    if (taken.length > 0) context.print('Edits that would become memories:')
    for (const { what, path, before, after } of taken) {
      context.print(`  ${what} on ${path}`)
      printSides(context, before?.split('\n') ?? [], after?.split('\n') ?? [])
    }
    if (pages.length > 0) context.print('Pages that would be written:')
    for (const { path, before, after } of pages) {
      context.print(`  ${after === undefined ? 'remove ' : ''}${path}`)
      const [old, next] = [before?.split('\n') ?? [], after?.split('\n') ?? []]
      printSides(context, without(old, next), without(next, old))
    }
  },
}

function printRefused(context: CliContext, edits: OutputOf<'diffWiki'>['edits']): void {
  if (edits.length > 0) context.print('Cannot become memories, and stay on their pages:')
  const below = indented(context, '  ')
  for (const { path, after = '', reason = '' } of edits) {
    context.print(`  on ${path}: ${excerpt(after, excerptColumns)}`)
    printWrapped(below, `  ${reason}`, '  ')
  }
}

const excerptColumns = 40

function without(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return lines.filter((line) => line !== '' && !known.has(line))
}

function printSides(context: CliContext, old: readonly string[], next: readonly string[]): void {
  const below = indented(context, '    ')
  for (const line of old) printWrapped(below, `- ${line}`, '  ')
  for (const line of next) printWrapped(below, `+ ${line}`, '  ')
}

export const watchCommand: WikiCommand = {
  summary: 'Build after every edit and change, until Ctrl-C; the daemon does so too',
  options: wikiOptions,
  examples: ['wiki watch', 'wiki watch --global'],
  async run(context, options) {
    const input = wikiInput(context, options)
    const interruption = catchInterruption()
    try {
      await context.withFreshLocal((local) =>
        watch(local, input, interruption.signal, (built) => {
          if (options.json) context.printJson(built)
          else printBuilt(context, built)
        }),
      )
    } finally {
      interruption.close()
    }
  },
}

const pollMs = 1_000

async function watch(
  { ask, wikis, events }: AskableLocal,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  show: (built: Parameters<typeof printBuilt>[1]) => void,
): Promise<void> {
  let isEdited = true
  let seen = ''
  let isFirst = true
  const watcher = wikis.watch(() => {
    isEdited = true
  })
  try {
    for (; !signal.aborted; await delay(pollMs, undefined, { signal }).catch(() => undefined)) {
      const head = await events.changes.head()
      if (!isEdited && head === seen) continue
      isEdited = false
      seen = head
      const { wikis: built } = await ask('buildWiki', input)
      for (const wiki of built) {
        const isNews = wiki.written.length + wiki.removed.length + wiki.changes.length > 0
        if (isNews || isFirst) show(wiki)
      }
      isFirst = false
    }
  } finally {
    watcher.close()
  }
}

type Status = OutputOf<'wikiStatus'>

export const wikiStatusCommand: WikiCommand = {
  summary: 'Show where the pages are, and edits, conflicts and removals that need you',
  examples: ['wiki status', 'wiki status --json'],
  async run(context, options) {
    const status = await context.withFreshLocal(({ ask }) => ask('wikiStatus', {}))
    if (options.json) return context.printJson(status)
    if (!status.isEnabled) context.print('Wikis are switched off: throughline wiki enable')
    for (const wiki of status.wikis) printWiki(context, wiki)
    if (status.wikis.length === 0) context.print('There is nothing to write pages about yet.')
    for (const warning of status.warnings) printWrapped(context, warning)
    for (const file of status.movedAside) {
      printWrapped(context, `A damaged state was moved to ${file}; delete it when you like.`, '  ')
    }
  },
}

function printWiki(context: CliContext, wiki: Status['wikis'][number]): void {
  const { name, location, pages, statements, builtAt, waiting, edited } = wiki
  const built = builtAt === undefined ? 'not built yet' : `built ${ago(builtAt, new Date())}`
  context.print(`${name}: ${count(pages, 'page')}, ${count(statements, 'statement')}, ${built}`)
  context.print(`  ${location}`)
  if (waiting > 0) context.print(`  ${count(waiting, 'memory change')} not on the pages yet`)
  for (const path of edited) context.print(`  edited: ${path}`)
  printOpen(context, wiki, '  ')
}

export const openCommand: WikiCommand = {
  summary: 'Open the folder with the pages',
  options: wikiOptions,
  examples: ['wiki open', 'wiki open --global'],
  async run(context, options) {
    const input = wikiInput(context, options)
    const { wikis } = await context.withFreshLocal(({ ask }) => ask('buildWiki', input))
    if (options.json) return context.printJson({ location: wikis[0]?.location })
    for (const { location } of wikis) {
      context.print(location)
      if (context.isTerminal) openOnDesktop(location)
    }
  },
}

/** `wiki diff`: what a build would do. */
import type { OutputOf } from '../../../contract/operations/index.ts'
import type { CliContext } from '../context.ts'
import { excerpt, indented, printWrapped } from '../present.ts'
import { titleOf, type WikiCommand, wikiInput, wikiOptions } from './which-wiki.ts'

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

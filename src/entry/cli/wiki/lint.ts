/** `wiki lint`: what is wrong with the pages, by page and line. */
import type { OutputOf } from '../../../contract/operations/index.ts'
import { optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'
import { count, printWrapped } from '../present.ts'
import { titleOf, type WikiCommand, wikiInput, wikiOptions } from './which-wiki.ts'

export const lintCommand: WikiCommand = {
  summary: 'Find broken links, orphans, stale, doubled and contradicting statements',
  options: [...wikiOptions, ...optionsOf('lintWiki', 'fix')],
  examples: ['wiki lint', 'wiki lint --fix', 'wiki lint --project widgets --json'],
  async run(context, options) {
    const input = { ...wikiInput(context, options), fix: options.fix }
    const result = await context.withLocal(({ ask }) => ask('lintWiki', input))
    if (result.findings.length > 0) context.exitCode = 1
    if (options.json) return context.printJson(result)
    printFindings(context, result)
  },
}

function printFindings(context: CliContext, result: OutputOf<'lintWiki'>): void {
  const { findings, fixed } = result
  if (fixed > 0) context.print(`Repaired ${count(fixed, 'link')}.`)
  for (const { path, line, kind, what } of findings) {
    printWrapped(context, `${path}:${line}: ${kind.replace('-', ' ')}: ${what}`, '  ')
  }
  const total = findings.length === 0 ? 'no findings' : count(findings.length, 'finding')
  context.print(`${titleOf(result)} has ${total}.`)
  const fixable = findings.filter(({ canFix }) => canFix).length
  if (fixable > 0) context.print(`throughline wiki lint --fix repairs ${fixable}.`)
}

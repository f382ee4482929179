/** `throughline wiki`: queries, checks and locates pages; `build.ts` builds them. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { argument, type Command, option, optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'
import { count, printWrapped } from '../present.ts'
import {
  applyCommand,
  buildCommand,
  diffCommand,
  openCommand,
  wikiStatusCommand as statusCommand,
  watchCommand,
} from './build.ts'
import { titleOf, type WikiCommand, wikiInput, wikiOptions } from './which-wiki.ts'

const lintCommand: WikiCommand = {
  summary: 'Find broken links, orphans, and stale, duplicate or contradicting statements',
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

const queryCommand: WikiCommand = {
  summary: 'Answer a question from the pages, with citations',
  arguments: [argument('<question...>', 'What you want to know')],
  options: [...wikiOptions, ...optionsOf('queryWiki', 'keep')],
  examples: ['wiki query how do we deploy', 'wiki query "why pnpm?" --keep'],
  async run(context, options, ...words) {
    const question = words.flat().join(' ')
    const input = { ...wikiInput(context, options), question, keep: options.keep }
    const result = await context.withLocal(({ ask }) => ask('queryWiki', input))
    if (options.json) return context.printJson(result)
    printAnswer(context, result)
  },
}

function printAnswer(context: CliContext, result: OutputOf<'queryWiki'>): void {
  const { location, citations, answer, unanswered, keptAs } = result
  const numbers = new Map(citations.map(({ anchor }, n) => [anchor, `[${n + 1}]`]))
  if (answer) printWritten(context, answer, numbers)
  if (unanswered !== undefined) printWrapped(context, `The model wrote no answer: ${unanswered}.`)
  if (citations.length === 0) {
    printWrapped(context, `${titleOf(result)} says nothing about this; try throughline recall.`)
  }
  for (const { text, path, anchor } of citations) {
    const mark = answer ? (numbers.get(anchor) ?? '') : '-'
    printWrapped(context, `${mark} ${text.replace(/\s+/g, ' ')}`, '  ')
    context.print(`  ${path}#^${anchor}`)
  }
  if (keptAs === undefined) return
  context.print()
  context.print(`Kept as ${keptAs} in ${location}`)
}

function printWritten(
  context: CliContext,
  { sentences, model }: NonNullable<OutputOf<'queryWiki'>['answer']>,
  numbers: ReadonlyMap<string, string>,
): void {
  const cited = sentences.map(({ text, cites }) => {
    const marks = cites.map((anchor) => numbers.get(anchor) ?? '').join('')
    return `${text.slice(0, -1)} ${marks}${text.slice(-1)}`
  })
  printWrapped(context, `${cited.join(' ')} (${model})`)
  context.print()
}

/**
 * `wiki check`: finds secrets in the pages of this repository. For a pre-commit hook and CI.
 */
const checkCommand: WikiCommand = {
  summary: 'Look for secrets on the pages in this repository, as a pre-commit check',
  examples: ['wiki check', 'wiki check --json'],
  async run(context, options) {
    const { checkRepositoryWiki } = await import('../../../compose/wiki/check-wiki.ts')
    const findings = await checkRepositoryWiki(context.cwd, context.env.GIT_INDEX_FILE)
    if (!findings) {
      throw new ThroughlineError('invalid-input', 'this folder is not in a repository', {
        hint: 'run it in a clone whose wiki is in .throughline/wiki',
      })
    }
    if (findings.length > 0) context.exitCode = 1
    if (options.json) return context.printJson({ findings })
    for (const { path, line, what } of findings) {
      printWrapped(context, `.throughline/wiki/${path}:${line}: ${what}`, '  ')
    }
    if (findings.length > 0) context.print(`${count(findings.length, 'finding')}.`)
    // Git shows what a hook prints, so success prints nothing.
    else if (context.isTerminal) context.print('No secrets on the pages in this repository.')
  },
}

/**
 * `wiki enable` and `wiki disable`: switch wikis on and off, and keep one in its repository.
 */
const inRepository = option(
  '--in-repo',
  'Only one project’s wiki, in .throughline/wiki of its repository',
)
const projectOptions = optionsOf('placeWiki', 'project')

const enableCommand: WikiCommand = {
  summary: 'Switch wikis on, or keep a project’s wiki in its repository',
  options: [inRepository, ...projectOptions],
  examples: ['wiki enable', 'wiki enable --in-repo', 'wiki enable --in-repo --project widgets'],
  async run(context, { inRepo, project, json }) {
    if (project !== undefined && !inRepo) throw withoutPlace()
    await switchWikis(context, true)
    if (!inRepo) {
      if (json) return context.printJson({ isEnabled: true })
      return context.print('Wikis are switched on.')
    }
    const given = { project, folder: context.cwd, place: 'repository' }
    const placed = await context.withLocal(({ ask }) => ask('placeWiki', given))
    if (json) return context.printJson(placed)
    const { name, location, former, isIgnored } = placed
    printWrapped(context, `The wiki of ${name} is in ${location}`, '  ')
    if (former !== location) printWrapped(context, `Pages in ${former} stay as they are.`)
    context.print()
    printWrapped(
      context,
      'throughline wiki build writes the pages and reads what teammates wrote: their statements wait in throughline review. You commit the pages like any file.',
    )
    if (isIgnored) {
      printWrapped(context, '.throughline/.gitignore keeps the pages out of commits; remove it.')
    }
    context.print()
    context.print('To keep secrets out, add this line to your pre-commit hook:')
    context.print('  throughline wiki check || exit 1')
  },
}

function withoutPlace(): ThroughlineError {
  return new ThroughlineError('invalid-input', '--project needs --in-repo', {
    hint: 'wikis are switched on for all projects; --in-repo moves the wiki of one',
  })
}

const disableCommand: WikiCommand = {
  summary: 'Keep a project’s wiki in the home again, or switch wikis off',
  options: [inRepository, ...projectOptions],
  examples: ['wiki disable --in-repo', 'wiki disable'],
  async run(context, { inRepo, project, json }) {
    if (!inRepo && project === undefined) {
      await switchWikis(context, false)
      if (json) return context.printJson({ isEnabled: false })
      return context.print('Wikis are switched off. Their pages stay as they are.')
    }
    const given = { project, folder: context.cwd, place: 'home' }
    const placed = await context.withLocal(({ ask }) => ask('placeWiki', given))
    if (json) return context.printJson(placed)
    const { name, location, former } = placed
    printWrapped(context, `The wiki of ${name} is in ${location}`, '  ')
    if (former !== location) {
      printWrapped(context, `Pages in ${former} stay, and are neither read nor written.`)
    }
  },
}

async function switchWikis(context: CliContext, isEnabled: boolean): Promise<void> {
  if ((await context.loadConfig()).wiki.enabled === isEnabled) return
  const { changeSettings } = await import('../../../compose/settings.ts')
  const { setSettingText } = await import('../../../home/config.ts')
  await changeSettings(context.openHome(), (file) =>
    setSettingText(file, 'wiki.enabled', String(isEnabled)),
  )
}

export const wikiCommand: Command = {
  examples: ['wiki build', 'wiki status', 'wiki query how do we deploy'],
  byDefault: 'status',
  commands: {
    build: buildCommand,
    status: statusCommand,
    diff: diffCommand,
    apply: applyCommand,
    watch: watchCommand,
    open: openCommand,
    lint: lintCommand,
    query: queryCommand,
    enable: enableCommand,
    disable: disableCommand,
    check: checkCommand,
  },
}

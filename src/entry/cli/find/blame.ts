/** `throughline blame`, and how a commit is shown with the sessions behind it. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { nameAgent } from '../../../contract/vocabulary.ts'
import { quoteName } from '../../../core/text/safe-text.ts'
import { argument, type Command, optionsOf } from '../command.ts'
import { type Ask, type CliContext, currentFolder } from '../context.ts'
import { brief, count, excerpt, indented, printWrapped, readableTime } from '../present.ts'

type Traced = OutputOf<'traceCommit'>
type Work = Pick<Traced, 'sessions' | 'isPartial'>
type Session = Work['sessions'][number]

export const blameCommand: Command = {
  arguments: [
    argument('<place>', 'A file or folder, or FILE:LINE for the commit that wrote a line'),
  ],
  options: optionsOf('blame', 'limit'),
  examples: ['blame src/retry.ts', 'blame src/retry.ts:42', 'blame src/retry.ts -n 1 --json'],
  async run(context, { json, ...options }, place = '') {
    const [, file = place, line] = /^(.+):(\d+)$/.exec(place) ?? []
    const given = { ...options, file: context.resolvePath(file), line }
    const result = await context.readFresh(({ ask }) => ask('blame', given))
    if (json) return context.printJson(result)
    const { commits, uncommitted, cutOff } = result
    const name = quoteName(result.file)
    if (uncommitted) {
      const what =
        line === undefined ? `${name} has uncommitted changes` : `${name}:${line} is not committed`
      context.print(what)
      printWork(context, uncommitted)
    }
    for (const [index, traced] of commits.entries()) {
      if (uncommitted || index > 0) context.print()
      printTraced(context, traced)
    }
    if (!cutOff) return
    const reached = readableTime(cutOff.reached)
    const text = `The search ended after ${count(cutOff.commits, 'commit')}, at ${reached}.`
    printWrapped(context, text, '', 'quiet')
  },
}

/** A hash or its beginning, the id that recall gives, or HEAD. */
const commitName = /^(?:head|[0-9a-f]{4,64}|[0-9a-f]{24}-[0-9a-f-]{11})$/i

/** @returns undefined if there is no such commit here; only HEAD can be nothing else */
export async function findCommit(
  context: CliContext,
  ask: Ask,
  given: string,
): Promise<Traced | undefined> {
  if (!commitName.test(given.trim())) return undefined
  try {
    return await ask('traceCommit', { commit: given, folder: currentFolder(context) })
  } catch (error) {
    const isMissing = error instanceof ThroughlineError && error.code === 'not-found'
    if (isMissing && !/^head$/i.test(given.trim())) return undefined
    throw error
  }
}

const mostFiles = 8
const mostPromptCharacters = 240

export function printTraced(
  context: CliContext,
  { commit, formerly, ...work }: Traced & { readonly formerly?: string | undefined },
): void {
  const { hash, author, at, subject, files } = commit
  const head = `commit ${hash.slice(0, 10)}, by ${author}, ${readableTime(at)}, repository`
  printWrapped(context, head, '  ', 'id')
  const below = indented(context, '  ')
  printWrapped(below, subject)
  const more = files.length > mostFiles ? ` and ${files.length - mostFiles} more` : ''
  const names = files.slice(0, mostFiles).map(quoteName).join(', ')
  if (files.length > 0) printWrapped(below, `changes ${names}${more}`, '  ', 'quiet')
  if (formerly !== undefined) context.print(`  from ${quoteName(formerly)}`, 'quiet')
  printWork(context, work)
}

function printWork(context: CliContext, { sessions, isPartial }: Work): void {
  if (sessions.length === 0) context.print('  No captured session is behind it.')
  for (const session of sessions) printSession(context, session)
  if (isPartial) context.print('  There was more work at that time than is searched.', 'quiet')
}

const mostShown = 3

function printSession(context: CliContext, session: Session): void {
  const { id, host, startedAt, title, trust, prompts, memories } = session
  const width = context.columns ?? mostPromptCharacters
  context.print()
  const where = `${nameAgent(host)}${trust ? `, ${trust}` : ''}`
  context.print(`  session ${brief(id)}, ${where}, ${readableTime(startedAt)}`, 'id')
  context.print(`    ${excerpt(title, width - 4)}`)
  printWrapped(indented(context, '    '), `because ${describeEvidence(session)}`, '', 'quiet')
  for (const { text } of prompts.slice(-mostShown)) {
    context.print(`    > ${excerpt(text, width - 6)}`)
  }
  for (const { id: memory, kind, text, standing, trust: word } of memories.slice(0, mostShown)) {
    const marks = [
      kind,
      ...(standing === 'candidate' ? [standing] : []),
      ...(foreign.has(word) ? [word] : []),
    ]
    context.print(`    memory ${brief(memory)}, ${marks.join(', ')}`, 'id')
    context.print(`      ${excerpt(text, width - 6)}`)
  }
}

/** Whose word is no more than a text. */
const foreign: ReadonlySet<string> = new Set(['tool', 'repository', 'teammate'])

function describeEvidence({ evidence, files }: Session): string {
  const [first = ''] = files
  const edited = files.length > 1 ? `${files.length} of its files` : quoteName(first)
  switch (evidence) {
    case 'hash':
      return 'git reported this commit in it'
    case 'subject':
      return 'it made a commit with this subject'
    case 'files':
      return `it edited ${edited} before`
  }
}

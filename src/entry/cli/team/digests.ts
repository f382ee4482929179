/** `throughline team digests`: digests of teammates' sessions. */
import { listSessions } from '../../../contract/operations/sessions.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { DigestText } from '../../../contract/team/digest-text.ts'
import { visibleText } from '../../../core/text/visible-text.ts'
import { type Command, type Options, optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'
import { ago, count, indented, pageLine, printWrapped } from '../present.ts'

export const digestsCommand: Command & { readonly summary: string } = {
  summary: 'Show digests of teammates’ sessions, where they share them',
  options: optionsOf('listSessions', 'project', 'limit', 'offset'),
  examples: ['team digests', 'team digests --project widgets --limit 5'],
  run: (context, options) => listDigests(context, options),
}

const digestsInput = listSessions.input.pick({ project: true, limit: true, offset: true })

async function listDigests(context: CliContext, options: Options): Promise<void> {
  const { project, ...page } = parseInput(digestsInput, options)
  await context.withLocal(async (local) => {
    const projectId =
      project === undefined ? undefined : (await local.ask('getProject', { project })).id
    const { digests, total } = await local.team.digests({ ...page, projectId })
    if (options.json) return context.printJson({ digests, total })
    if (total === 0) return context.print('No teammate shares session digests here yet.')
    for (const { author, project: where, text } of digests) {
      printDigest(context, text, [author.name, where.name])
      context.print()
    }
    const line = pageLine(page.offset, digests.length, total, (all) => count(all, 'digest'))
    if (line !== undefined) context.print(line)
  })
}

/** Digests of sessions as commands print them. */
const mostShown = 3

/** Before anything is sent. */
export function printDigestPreview(context: CliContext, digests: readonly DigestText[]): void {
  context.print()
  context.print(
    digests.length === 0
      ? 'No session digest would be sent yet.'
      : `${count(digests.length, 'session digest')} would be sent:`,
  )
  for (const digest of digests.slice(0, mostShown)) printDigest(context, digest)
  const more = digests.length - mostShown
  if (more > 0) context.print(`  and ${more} more; --dry-run --json shows all of them`)
  context.print('Digests of later sessions are sent when they end. A digest quotes sentences of')
  context.print('your prompts and of the answers. Never sent: whole prompts and answers, tool')
  context.print('output, transcripts and files. --no-digests takes them back.')
}

/** @param about printed before the time and length of the session */
function printDigest(
  context: CliContext,
  { content, branch, endedAt, turns }: DigestText,
  about: readonly string[] = [],
): void {
  const facts = [...about, ...(branch === undefined ? [] : [branch])]
  context.print(`  ${[...facts, ago(endedAt, new Date()), count(turns, 'turn')].join(', ')}`)
  for (const line of visibleText(content).split('\n')) {
    const [, indent = '', text = line] = /^( *)(.*)$/.exec(line) ?? []
    printWrapped(indented(context, `    ${indent}`), text, '  ')
  }
}

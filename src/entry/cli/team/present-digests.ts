/** Digests of sessions as commands print them. */
import type { DigestText } from '../../../contract/team/digest-text.ts'
import { visibleText } from '../../../core/text/visible-text.ts'
import type { CliContext } from '../context.ts'
import { ago, count, indented, printWrapped } from '../present.ts'

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

/** @param about what comes before the time and length of the session */
export function printDigest(
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

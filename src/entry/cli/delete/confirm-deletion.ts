/** Asks before a permanent deletion, and reports which files may still contain the text. */

import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import type { Options } from '../command.ts'
import type { CliContext } from '../context.ts'
import { bytes, inHome, readableDate } from '../present.ts'

/** Asks on a terminal; elsewhere `--yes` is required. */
export async function confirmDeletion(
  context: CliContext,
  options: Options,
  question: string,
): Promise<boolean> {
  if (options.yes) return true
  if (!canAsk(context, options)) {
    throw new ThroughlineError('invalid-input', 'this cannot be undone and needs --yes', {
      hint: '--dry-run shows what would go',
    })
  }
  return ask(question)
}

export function canAsk({ isTerminal, input }: CliContext, { json }: Options): boolean {
  return isTerminal && input?.isTerminal === true && !json
}

export async function ask(question: string): Promise<boolean> {
  const prompts = await import('@clack/prompts')
  return (await prompts.confirm({ message: question, initialValue: false })) === true
}

const mostFiles = 5

export function printFiles(context: CliContext, title: string, files: readonly string[]): void {
  if (files.length === 0) return
  context.print(title)
  for (const file of files.slice(0, mostFiles)) context.print(`  ${inHome(context, file)}`)
  if (files.length > mostFiles)
    context.print(`  and ${files.length - mostFiles} more (--json lists all)`)
}

export function printCopies(
  context: CliContext,
  copies: OutputOf<'deleteHistory'>['copies'],
): void {
  if (copies.length === 0) return
  const isDeleted = copies.every((copy) => copy.isDeleted)
  context.print(
    isDeleted
      ? 'Deleted these backups:'
      : 'Backups that may still hold it (--backups deletes them):',
  )
  // Not a table, which would cut a path that is to be copied.
  for (const { file, at, bytes: size } of copies) {
    context.print(`  ${inHome(context, file)} (${readableDate(at)}, ${bytes(size)})`)
  }
}

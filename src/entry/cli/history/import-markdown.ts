/** `throughline import FOLDER`: reads back the Markdown files that `export` wrote. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { CliContext } from '../context.ts'
import { count, memoryCount } from '../present.ts'

const mostListed = 10

export async function importMarkdownFolder(
  context: CliContext,
  folder: string,
  { json, dryRun }: { readonly json?: true; readonly dryRun?: true },
): Promise<void> {
  if (dryRun) {
    throw new ThroughlineError(
      'invalid-input',
      '--dry-run does not work with a folder of Markdown',
      {
        hint: 'throughline export backup.tlb first keeps what is here now',
      },
    )
  }
  const result = await context.withFreshLocal(({ transfer }) => transfer.importMarkdown(folder))
  const { outcomes, skipped } = result
  if (Object.values(outcomes).every((times) => times === 0) && skipped.length === 0) {
    throw noneIn(folder)
  }
  if (json) return context.printJson({ folder, ...outcomes, skipped })
  const { added, updated, forgotten, outdated, misplaced } = outcomes
  if (added + updated === 0) context.print('Nothing new')
  if (added > 0) context.print(`Added ${memoryCount(added)}`)
  if (updated > 0) context.print(`Changed ${memoryCount(updated)}`)
  if (outdated > 0) context.print(`${memoryCount(outdated)} left alone: changed here since`)
  if (forgotten > 0) context.print(`${memoryCount(forgotten)} left out: forgotten here`)
  if (misplaced > 0) context.print(`${memoryCount(misplaced)} left out: no project is named`)
  for (const { path, reason } of skipped.slice(0, mostListed)) {
    context.print(`Skipped ${path}: ${reason}`)
  }
  if (skipped.length > mostListed) {
    context.print(`Skipped ${count(skipped.length - mostListed, 'more file')}`)
  }
}

function noneIn(folder: string): ThroughlineError {
  return new ThroughlineError(
    'not-found',
    `${folder} holds no memories that throughline export wrote`,
    { hint: 'for other notes: throughline import --from obsidian --path FOLDER' },
  )
}

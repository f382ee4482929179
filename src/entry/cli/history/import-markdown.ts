/** `throughline import FOLDER`: reads back the Markdown files that `export` wrote. */
import type { CliContext } from '../context.ts'
import { count, memoryCount } from '../present.ts'

const mostListed = 10

export async function importMarkdownFolder(
  context: CliContext,
  folder: string,
  { json }: { readonly json?: true },
): Promise<void> {
  const result = await context.withFreshLocal(({ transfer }) => transfer.importMarkdown(folder))
  const { outcomes, skipped } = result
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

/** Changes of a user's files: shown first, and made only when somebody said yes. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { CliContext } from '../context.ts'

export interface ShownChange {
  readonly file: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export async function showChange(
  context: CliContext,
  options: { json?: true },
  { file, before, after }: ShownChange,
): Promise<void> {
  const { diffText } = await import('../../../core/setup/diff.ts')
  const diff = diffText(before, after, file)
  if (options.json) return context.printJson({ file, diff })
  context.print(diff === '' ? `${file}: no change` : diff.trimEnd())
}

export async function showChanges(
  context: CliContext,
  options: { json?: true },
  changes: readonly ShownChange[],
): Promise<void> {
  if (!options.json) {
    for (const change of changes) await showChange(context, options, change)
    return
  }
  const { diffText } = await import('../../../core/setup/diff.ts')
  const files = changes.map(({ file, before, after }) => ({
    file,
    diff: diffText(before, after, file),
  }))
  context.printJson({ files })
}

/**
 * Asks once on a terminal; elsewhere `--yes` must say it, so that no script changes a file unasked.
 * @param change shown before the question
 */
export async function confirmChange(
  context: CliContext,
  options: { yes?: true; json?: true },
  question: string,
  change?: ShownChange,
): Promise<boolean> {
  if (options.yes) return true
  if (!context.isTerminal || options.json) {
    throw new ThroughlineError('invalid-input', 'this changes a file of yours and needs --yes', {
      hint: '--dry-run shows the change first',
    })
  }
  if (change) await showChange(context, options, change)
  const prompts = await import('@clack/prompts')
  return (await prompts.confirm({ message: question })) === true
}

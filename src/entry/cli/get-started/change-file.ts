/** Changes to a user's files: shown first, made only after a yes. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Json } from '../../../core/model/json.ts'
import type { CliContext } from '../context.ts'
import { askChoice, askYesNo } from '../user-input.ts'

interface ShownChange {
  readonly file: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** What a command does to the user's files, and what it runs. */
export interface ShownChanges {
  readonly files: readonly ShownChange[]
  readonly commands?: readonly string[]
}

export async function showChange(
  context: CliContext,
  options: { json?: true },
  change: ShownChange,
): Promise<void> {
  const diff = await diffOf(change)
  if (options.json) return context.printJson(diff)
  printDiff(context, diff)
}

export async function showChanges(
  context: CliContext,
  options: { json?: true },
  { files: changes, commands = [] }: ShownChanges,
  /** By key; null restores the default. */
  settings: Readonly<Record<string, Json>> = {},
): Promise<void> {
  const files = await Promise.all(changes.map(diffOf))
  const isSet = Object.keys(settings).length > 0
  if (options.json) {
    const isRun = commands.length > 0
    return context.printJson({ files, ...(isRun && { commands }), ...(isSet && { settings }) })
  }
  for (const change of files) printDiff(context, change)
  for (const command of commands) context.print(`Runs: ${command}`)
  for (const [key, value] of Object.entries(settings)) {
    context.print(`Setting ${key}: ${value === null ? 'default' : JSON.stringify(value)}`)
  }
}

function printDiff(context: CliContext, { file, diff }: FileDiff): void {
  context.print(diff === '' ? `${file}: no change` : diff.trimEnd())
}

type FileDiff = Awaited<ReturnType<typeof diffOf>>

async function diffOf({ file, before, after }: ShownChange) {
  const { diffText } = await import('../../../core/setup/diff.ts')
  return { file, diff: diffText(before, after, file) }
}

/**
 * Asks once on a terminal; elsewhere `--yes` is required, so that no script changes a file unasked.
 * @param change shown before the question
 */
export async function confirmChange(
  context: CliContext,
  options: { yes?: true; json?: true },
  question: string,
  change: ShownChange,
): Promise<boolean> {
  if (options.yes) return true
  requireTerminal(context, options)
  await showChange(context, options, change)
  return askYesNo(context, question)
}

/** The same for several files. The changes are shown only if the user asks for them. */
export async function confirmChanges(
  context: CliContext,
  options: { yes?: true; json?: true },
  question: string,
  changes: ShownChanges,
): Promise<boolean> {
  if (options.yes) return true
  requireTerminal(context, options)
  const answer = await askChoice(context, question, [
    { value: 'yes', label: 'Yes' },
    { value: 'show', label: 'Show the changes first' },
    { value: 'no', label: 'No' },
  ])
  if (answer !== 'show') return answer === 'yes'
  await showChanges(context, options, changes)
  return askYesNo(context, question)
}

function requireTerminal({ isTerminal }: CliContext, { json }: { json?: true }): void {
  if (isTerminal && !json) return
  throw new ThroughlineError('invalid-input', 'this changes a file of yours and needs --yes', {
    hint: '--dry-run shows the change first',
  })
}

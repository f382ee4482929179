/** `throughline forget --matching`: takes a leaked secret out of everything. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import type { Options } from '../command.ts'
import type { CliContext } from '../context.ts'
import { textOf } from '../given-text.ts'
import { count } from '../present.ts'
import { canAsk, confirmDeletion } from './confirm-deletion.ts'
import { printCopies, printFiles } from './print-left.ts'

export async function forgetText(context: CliContext, options: Options): Promise<void> {
  const others = ['session', 'turn', 'project', 'before', 'history', 'undo', 'now']
  const other = others.find((name) => options[name] !== undefined)
  if (other) {
    throw new ThroughlineError('invalid-input', `--matching and --${other} cannot be used together`)
  }
  const given = await textOf(context, [String(options.matching)])
  // The line break is the shell's, not the secret's.
  const text = options.matching === '-' ? given.replace(/\r?\n$/, '') : given
  await context.withFreshLocal(async ({ ask }) => {
    const plan = await ask('purgeText', { text, dryRun: true })
    if (options.dryRun || plan.total === 0) return print(context, options, plan)
    if (!options.yes && canAsk(context, options)) print(context, options, plan)
    if (!(await confirmDeletion(context, options, 'Remove it for good? It cannot be undone.')))
      return
    const input = { text, backups: options.backups, confirm: true }
    print(context, options, await ask('purgeText', input))
  })
}

function print(context: CliContext, options: Options, result: OutputOf<'purgeText'>): void {
  if (options.json) context.printJson(result)
  else printResult(context, result)
}

function printResult(context: CliContext, result: OutputOf<'purgeText'>): void {
  const { isDryRun, total, places, left, copies } = result
  if (total === 0) context.print('The text is stored nowhere')
  else {
    context.print(
      `${isDryRun ? 'Would remove' : 'Removed'} the text from ${count(total, 'place')}:`,
    )
    context.printTable(
      places.map(({ place, count }) => [String(count), place]),
      '  ',
    )
  }
  printFiles(context, 'Other files that contain it, which are not changed:', left)
  printCopies(context, copies)
}

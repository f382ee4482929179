import type { Command } from 'commander'
import type { RemovalPlan } from '../../../core/setup/remove.ts'
import { confirmChange, showChanges } from '../change-file.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { filesInWords, type HostOptions, inWords, placeHosts, planEach } from '../host-choice.ts'

export function registerRemove(program: Command, context: CliContext): void {
  program
    .command('remove')
    .description('Undo setup in every agent; what was captured stays')
    .option('--host <host...>', 'these agents; otherwise all that are wired')
    .option('--user', 'what was wired for all your projects (the default)')
    .option('--project', 'what was wired for this folder only')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'show the changes and make none')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('remove', 'remove --host codex', 'remove --project --dry-run'))
    .action((options: HostOptions) => remove(context, options))
}

async function remove(context: CliContext, options: HostOptions): Promise<void> {
  const { openSetup } = await import('../../../compose/setup.ts')
  const { applyUnwiring, planUnwiring } = await import('../../../core/setup/wire-host.ts')
  const setup = openSetup(context.paths)
  const planned = await planEach(context, placeHosts(context, setup, options), ({ host, place }) =>
    planUnwiring(host, place, setup.tools),
  )
  const wired = planned.filter(({ plans }) => plans.some(changes))
  const hosts = wired.map(({ host }) => host.displayName)
  if (options.dryRun) {
    const plans = wired.flatMap((each) => each.plans.filter(changes))
    return showChanges(
      context,
      options,
      plans.map(({ change }) => change),
    )
  }
  if (wired.length === 0)
    return nothingWired(
      context,
      options,
      planned.map(({ host }) => host.displayName),
    )
  if (!(await confirmChange(context, options, `Unwire ${inWords(hosts)}?`))) return

  const results = []
  for (const { host, plans } of wired) {
    results.push({ host, files: await applyUnwiring(plans.filter(changes), setup.tools) })
  }
  if (options.json) {
    return context.printJson({
      hosts: results.map(({ host, files }) => ({ host: host.name, files })),
    })
  }
  for (const { host, files } of results) {
    context.print(`${host.displayName} is no longer wired in ${filesInWords(files, context)}`)
  }
  context.print(`What was captured stays in ${context.paths.root}`)
}

function changes({ change }: RemovalPlan): boolean {
  return change.before !== change.after
}

function nothingWired(context: CliContext, options: HostOptions, names: readonly string[]): void {
  if (options.json) context.printJson({ hosts: [] })
  else
    context.print(
      `Nothing of ours is wired ${options.project ? 'here' : 'for you'} in ${inWords(names)}`,
    )
}

import type { SettingsTarget } from '../../../core/ports/host.ts'
import { type Command, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { confirmChange, showChanges } from './change-file.ts'
import { filesInWords, type HostOptions, hostsAt, inWords, planEach } from './host-choice.ts'
import { announceChanges } from './print-setup.ts'

export const removeCommand: Command = {
  options: [
    option('--host <host...>', 'These agents (default: all that are connected)'),
    option('--user', 'Only what was set up for all your projects'),
    option('--project', 'Only what was set up for this folder'),
    option('--yes', 'Do not ask'),
    option('--dry-run', 'Show the changes and make none'),
  ],
  examples: ['remove', 'remove --host codex', 'remove --project --dry-run'],
  run: (context, options) => remove(context, options as HostOptions),
}

async function remove(context: CliContext, options: HostOptions): Promise<void> {
  const { openSetup } = await import('../../../compose/setup.ts')
  const { applyDisconnect, planDisconnect } = await import('../../../core/setup/connect.ts')
  const setup = await openSetup(context.paths)
  const chosen = hostsAt(context, setup, options, targetsOf(options))
  const planned = await planEach(context, chosen, ({ host, locations }) =>
    planDisconnect(host, locations, setup.tools),
  )
  const connected = planned.flatMap(({ host, plans }) => {
    const changed = plans.filter(({ change }) => change.before !== change.after)
    return changed.length === 0 ? [] : [{ host, plans: changed }]
  })
  if (options.dryRun) {
    const changes = connected.flatMap(({ plans }) => plans.map(({ change }) => change))
    return showChanges(context, options, changes)
  }
  if (connected.length === 0) {
    const names = planned.map(({ host }) => host.displayName)
    return sayNothingConnected(context, options, names)
  }
  if (context.isTerminal && !options.yes) announceChanges(context, connected)
  const names = inWords(connected.map(({ host }) => host.displayName))
  if (!(await confirmChange(context, options, `Disconnect ${names}?`))) return

  const results = []
  for (const { host, plans } of connected) {
    results.push({ host, files: await applyDisconnect(plans, setup.tools) })
  }
  if (options.json) {
    return context.printJson({
      hosts: results.map(({ host, files }) => ({ host: host.name, files })),
    })
  }
  for (const { host, files } of results) {
    context.print(`Disconnected ${host.displayName}: ${filesInWords(files, context)}`)
  }
  context.print(`Captured data stays in ${context.paths.root}`)
}

/** Both by default, so that nothing stays behind unnoticed. */
function targetsOf({ user, project }: HostOptions): SettingsTarget[] {
  if (user) return ['user']
  return project ? ['project'] : ['user', 'project']
}

function sayNothingConnected(
  context: CliContext,
  options: HostOptions,
  names: readonly string[],
): void {
  const where = options.project ? ' in this folder' : ''
  if (options.json) context.printJson({ hosts: [] })
  else context.print(`Nothing to remove: not connected${where} to ${inWords(names, 'or')}`)
}

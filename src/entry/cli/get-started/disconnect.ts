import { describeLearning, learningHint } from '../../../contract/learning-text.ts'
import type { SettingsTarget } from '../../../core/ports/host.ts'
import { type Command, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { confirmChanges, showChanges } from './change-file.ts'
import { commandsFor } from './connect-hosts.ts'
import { disconnectHosts, findConnected, placesInWords } from './disconnect-hosts.ts'
import { type HostOptions, hostsAt, inWords } from './host-choice.ts'
import { announceChanges } from './print-setup.ts'

export const disconnectCommand: Command = {
  options: [
    option('--host <host...>', 'These agents (default: all that are connected)'),
    option('--user', 'Only what was set up for all your projects'),
    option('--project', 'Only what was set up for this folder'),
    option('--yes', 'Do not ask'),
    option('--dry-run', 'Show the changes and make none'),
  ],
  examples: ['disconnect', 'disconnect --host codex', 'disconnect --project --dry-run'],
  run: (context, options) => disconnect(context, options as HostOptions),
}

async function disconnect(context: CliContext, options: HostOptions): Promise<void> {
  const { openSetup } = await import('../../../compose/setup.ts')
  const setup = await openSetup(context.paths)
  const chosen = hostsAt(context, setup, options, targetsOf(options))
  const connected = await findConnected(context, setup, chosen)
  const settings = await findSettings(context, options)
  const changes = {
    files: connected.flatMap(({ plans }) => plans.map(({ change }) => change)),
    commands: connected.flatMap((one) => commandsFor(one, setup.plugins(context.env))),
  }
  if (connected.length === 0 && settings.length === 0 && !(options.dryRun && options.json)) {
    const names = chosen.map(({ host }) => host.displayName)
    return sayNothingConnected(context, options, names)
  }
  if (options.dryRun) {
    const defaults = settings.map((key) => [key, null])
    return showChanges(context, options, changes, Object.fromEntries(defaults))
  }
  if (context.isTerminal && !options.yes) announceChanges(context, connected)
  const names = inWords(connected.map(({ host }) => host.displayName))
  const question = names ? `Disconnect ${names}?` : 'Learn in the default way again?'
  if (!(await confirmChanges(context, options, question, changes))) return

  const results = await setup.alone(async () => {
    const done = await disconnectHosts(context, setup, connected)
    await takeBack(context, settings)
    return done
  })
  if (options.json) {
    return context.printJson({
      hosts: results.map(({ host, ...rest }) => ({ host: host.name, ...rest })),
      settings,
    })
  }
  for (const result of results) {
    const { displayName } = result.host
    context.print(`Disconnected ${displayName}: ${placesInWords(context, result)}`)
  }
  if (settings.length > 0) context.print(`Back to the default: ${inWords(settings)}`)
  context.print(`Captured data stays in ${context.paths.root}`)
  await remindOfModel(context)
}

/** The learning settings apply to all agents, so they stay while any agent is connected. */
async function findSettings(context: CliContext, options: HostOptions): Promise<string[]> {
  if (options.host || options.project) return []
  const { findLearningSettings } = await import('../../../compose/learning.ts')
  return findLearningSettings(context.paths)
}

async function takeBack(context: CliContext, settings: readonly string[]): Promise<void> {
  if (settings.length === 0) return
  const { takeBackLearning } = await import('../../../compose/learning.ts')
  takeBackLearning(context.paths, settings)
}

/** Captured sessions that were not read yet are still learned from. */
async function remindOfModel(context: CliContext): Promise<void> {
  const config = await context.loadConfig()
  if (config.learning.reader === 'off') return
  context.print(`Learning stays set: ${describeLearning(config)}`)
  context.print(`  To change it: ${learningHint(config)}`)
}

/** Both by default, so that nothing is left behind unnoticed. */
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
  else context.print(`Nothing to disconnect: not connected${where} to ${inWords(names, 'or')}`)
}

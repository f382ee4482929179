import { existsSync, writeFileSync } from 'node:fs'
import type { Setup } from '../../../compose/setup.ts'
import type { Host, IntegrationKind } from '../../../core/ports/host.ts'
import { harmlessTools } from '../../../core/setup/hook-command.ts'
import { learningChoices, type SettingChanges } from '../../../core/setup/operations.ts'
import { makeFolder } from '../../../home/write-files.ts'
import { type Command, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { printWrapped } from '../present.ts'
import { askYesNo } from '../user-input.ts'
import { confirmChanges, showChanges } from './change-file.ts'
import { chooseForms, type PluginOptions } from './choose-form.ts'
import { chooseLearning, type LearningOptions } from './choose-learning.ts'
import { commandsFor, connectHosts, planHosts, printPathLine } from './connect-hosts.ts'
import { chooseHosts, type HostOptions, inWords, type LocatedHost } from './host-choice.ts'
import { dashboardStep, importingStep, printSteps } from './next-steps.ts'
import { announceChanges, printSetup, setupAsJson } from './print-setup.ts'

interface SetupOptions extends LearningOptions, PluginOptions {
  diff?: true
}

export const setupCommand: Command = {
  options: [
    option('--host <host...>', 'These agents (default: all that are found on this machine)'),
    option('--user', 'For all your projects (the default)'),
    option('--project', 'For this folder only'),
    option(
      '--plugin',
      'By our plugin or extension, where the agent has them; else in its settings',
    ),
    option('--no-plugin', 'In the settings, also if a plugin is installed'),
    option('--no-mcp', 'Hooks only, without the MCP server'),
    option(
      '--allow-tools',
      'Let the agents store and read memories without asking you each time; not change or remove them',
    ),
    option(
      '--learn <how>',
      'How to learn from sessions: local (rules, free), agent (your own claude, when a session ends) or ollama',
      { choices: learningChoices },
    ),
    option('--yes', 'Do not ask; keep how it learns'),
    option('--diff', 'Show the changes before making them'),
    option('--dry-run', 'Show the changes and make none'),
  ],
  examples: [
    'setup',
    'setup --dry-run',
    'setup --host codex gemini --yes',
    'setup --host claude-code --plugin',
    'setup --learn agent --yes',
    'setup --project',
  ],
  run: (context, options) => setUp(context, options as unknown as SetupOptions),
}

async function setUp(context: CliContext, options: SetupOptions): Promise<void> {
  const { openSetup } = await import('../../../compose/setup.ts')
  const isConversation = context.isTerminal && !options.yes && !options.json && !options.dryRun
  const setup = await openSetup(context.paths)
  const choice = await chooseHosts(context, setup, options)
  if (isConversation && choice.chosen.length > 0)
    context.print(`Setting up ${namesOf(choice.chosen)}`)
  const hosts = await chooseForms(context, setup, options, choice.chosen)
  const inSettings = hosts.filter(({ form }) => form === 'settings')
  const isAllowed = options.allowTools ?? (await offerTools(context, setup, options, inSettings))
  const learning = await chooseLearning(context, options)
  const isWanted = (kind: IntegrationKind) =>
    kind === 'mcp' ? options.mcp : kind !== 'permissions' || (options.mcp && isAllowed)
  const planned = await planHosts(context, setup, hosts, isWanted)
  const changes = {
    files: planned.flatMap(({ plans }) => plans.map(({ change }) => change)),
    commands: planned.flatMap((one) => commandsFor(one, setup.plugins(context.env))),
  }
  if (options.dryRun) return showChanges(context, options, changes, Object.fromEntries(learning))
  if (isConversation) announceChanges(context, planned)
  if (options.diff && !options.json) await showChanges(context, options, changes)
  const files = changes.files.filter(({ before, after }) => before !== after)
  if (files.length > 0 || changes.commands.length > 0) {
    const question = `Connect ${namesOf(planned)}?`
    if (!(await confirmChanges(context, options, question, { ...changes, files }))) return
  }
  const connected = await setup.alone(() => connectHosts(context, setup, planned, isWanted))
  await learn(context, learning)
  const config = await context.loadConfig()
  if (options.json) return context.printJson(setupAsJson(connected, choice, config))
  printSetup(context, connected, choice, config)
  if (!isAllowed && options.mcp) await hintAtTools(context, setup, inSettings)
  printPathLine(context)
  if (isConversation) await offerNextSteps(context)
  else printSteps(context, [importingStep, dashboardStep])
}

const namesOf = (hosts: readonly { readonly host: Host }[]) =>
  inWords(hosts.map(({ host }) => host.displayName))

async function offerNextSteps(context: CliContext): Promise<void> {
  context.print()
  const { offerImport } = await import('../history/import.ts')
  await offerImport(context)
  if (await askYesNo(context, 'Open the dashboard in your browser?')) {
    const { dashboardCommand } = await import('./dashboard.ts')
    await dashboardCommand.run?.(context, { open: true })
  }
  context.print('Work with your agent as usual. To see where things stand: throughline status')
}

async function learn(context: CliContext, changes: SettingChanges): Promise<void> {
  if (changes.length === 0) return
  const { setLearning } = await import('../../../compose/learning.ts')
  setLearning(context.openHome(), changes)
}

/**
 * Offers to let agents use our harmless tools without asking their user each time. Asks once per home,
 * and only on a terminal: agents never get more rights silently.
 */
async function offerTools(
  context: CliContext,
  setup: Setup,
  options: HostOptions & { readonly mcp: boolean },
  chosen: readonly LocatedHost[],
): Promise<boolean> {
  const { paths } = context
  const canAsk = context.isTerminal && !options.yes && !options.json && !options.dryRun
  if (!canAsk || !options.mcp || existsSync(paths.toolsOffered)) return false
  const askable = await withoutPermission(setup, chosen)
  if (askable.length === 0) return false
  const names = inWords(askable.map(({ host }) => host.displayName))
  printWrapped(context, `${names} would ask you each time before using Throughline's tools.`)
  const tools = harmlessTools.join(', ')
  printWrapped(context, `They read and add, but change or remove nothing: ${tools}`, '  ')
  const isAllowed = await askYesNo(context, 'Let them use these tools without asking?')
  makeFolder(paths.run)
  writeFileSync(paths.toolsOffered, '', { mode: 0o600 })
  return isAllowed
}

async function hintAtTools(
  context: CliContext,
  setup: Setup,
  chosen: readonly LocatedHost[],
): Promise<void> {
  const asking = await withoutPermission(setup, chosen)
  if (asking.length === 0) return
  const names = inWords(asking.map(({ host }) => host.displayName))
  printWrapped(context, `${names} will ask you before storing a memory`, '  ')
  context.print('  To allow it: throughline setup --allow-tools')
}

/** Agents that would ask and whose settings we can change. Unreadable settings are reported elsewhere. */
async function withoutPermission(
  { connection, tools }: Setup,
  chosen: readonly LocatedHost[],
): Promise<LocatedHost[]> {
  const { inspectHost } = await import('../../../core/setup/inspect-host.ts')
  const lacksPermission = async ({ host, location }: LocatedHost) => {
    const found = await inspectHost(host, location, connection(host), tools.files).catch(() => null)
    const permission = found?.integrations.find(({ kind }) => kind === 'permissions')
    return permission?.state === 'absent'
  }
  const lacks = await Promise.all(chosen.map(lacksPermission))
  return chosen.filter((_, index) => lacks[index])
}

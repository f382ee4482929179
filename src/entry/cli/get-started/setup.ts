import type { Setup } from '../../../compose/setup.ts'
import type { Host, IntegrationKind } from '../../../core/ports/host.ts'
import type { FilePlan } from '../../../core/setup/connect.ts'
import { learningChoices, type SettingChanges } from '../../../core/setup/learning-choice.ts'
import { askYesNo } from '../ask.ts'
import { type Command, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { hintAtTools, offerTools } from './allow-tools.ts'
import { confirmChanges, showChanges } from './change-file.ts'
import { chooseLearning, type LearningOptions } from './choose-learning.ts'
import {
  chooseHosts,
  inWords,
  type LocatedHost,
  type Planned,
  planEach,
  withoutDone,
} from './host-choice.ts'
import { installProgram, printPathLine } from './install-program.ts'
import { announceChanges, type ConnectedHost, printSetup, setupAsJson } from './print-setup.ts'

interface SetupOptions extends LearningOptions {
  mcp: boolean
  allowTools?: true
  diff?: true
}

type PlannedHost = Planned<LocatedHost, FilePlan>

export const setupCommand: Command = {
  options: [
    option('--host <host...>', 'These agents (default: all that are found on this machine)'),
    option('--user', 'For all your projects (the default)'),
    option('--project', 'For this folder only'),
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
  if (isConversation) context.print(`Setting up ${namesOf(choice.chosen)}`)
  const isAllowed = options.allowTools ?? (await offerTools(context, setup, options, choice.chosen))
  const learning = await chooseLearning(context, options)
  const planFor = (hosts: readonly LocatedHost[]) =>
    plan(context, setup, { ...options, isAllowed }, hosts)
  const planned = await planFor(choice.chosen)
  const changes = planned.flatMap(({ plans }) => plans.map(({ change }) => change))
  if (options.dryRun) return showChanges(context, options, changes, Object.fromEntries(learning))
  if (isConversation) announceChanges(context, planned)
  if (options.diff && !options.json) await showChanges(context, options, changes)
  const changed = changes.filter(({ before, after }) => before !== after)
  if (changed.length > 0) {
    const question = `Connect ${namesOf(planned)}?`
    if (!(await confirmChanges(context, options, question, changed))) return
  }
  const connected = await setup.alone(async () =>
    connect(context, setup, withoutDone(planned, await planFor(planned))),
  )
  await learn(context, learning)
  const config = await context.loadConfig()
  if (options.json) return context.printJson(setupAsJson(connected, choice, config))
  printSetup(context, connected, choice, config)
  if (!isAllowed && options.mcp) await hintAtTools(context, setup, choice.chosen)
  printPathLine(context)
  if (isConversation) await offerNextSteps(context)
  else printNextSteps(context)
}

const namesOf = (hosts: readonly { readonly host: Host }[]) =>
  inWords(hosts.map(({ host }) => host.displayName))

function printNextSteps(context: CliContext): void {
  context.print('Next:')
  const steps = [
    ['throughline import', 'Learn from earlier sessions of your agents'],
    ['throughline dashboard', 'See everything in your browser'],
  ]
  context.printTable(steps, '  ')
}

async function offerNextSteps(context: CliContext): Promise<void> {
  const { offerImport } = await import('../history/import.ts')
  await offerImport(context)
  if (await askYesNo(context, 'Open the dashboard in your browser?')) {
    const { dashboardCommand } = await import('./dashboard.ts')
    await dashboardCommand.run?.(context, { open: true })
  }
  context.print('Work with your agent as usual. To see where things stand: throughline')
}

async function learn(context: CliContext, changes: SettingChanges): Promise<void> {
  if (changes.length === 0) return
  const { setLearning } = await import('../../../compose/learning.ts')
  setLearning(context.openHome(), changes)
}

async function plan(
  context: CliContext,
  { connection, tools }: Setup,
  { mcp, isAllowed }: SetupOptions & { readonly isAllowed: boolean },
  chosen: readonly LocatedHost[],
): Promise<PlannedHost[]> {
  const { planConnect } = await import('../../../core/setup/connect.ts')
  const isWanted = (kind: IntegrationKind) =>
    kind === 'mcp' ? mcp : kind !== 'permissions' || (mcp && isAllowed)
  return planEach(context, chosen, ({ host, location }) =>
    planConnect(host, location, connection(host), tools, isWanted),
  )
}

async function connect(
  context: CliContext,
  setup: Setup,
  planned: readonly PlannedHost[],
): Promise<ConnectedHost[]> {
  const { applyConnect } = await import('../../../core/setup/connect.ts')
  await installProgram(context)
  const connected: ConnectedHost[] = []
  for (const { host, location, plans } of planned) {
    const files = await applyConnect(plans, setup.tools)
    const trial = setup.tryHook(host, context.env)
    if (!trial.works) context.exitCode = 1
    connected.push({ host, location, files, trial })
  }
  return connected
}

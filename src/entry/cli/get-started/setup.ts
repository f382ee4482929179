import type { Setup } from '../../../compose/setup.ts'
import type { IntegrationKind } from '../../../core/ports/host.ts'
import type { FilePlan } from '../../../core/setup/connect.ts'
import { type Command, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { hintAtTools, offerTools } from './allow-tools.ts'
import { confirmChange, showChanges } from './change-file.ts'
import {
  chooseHosts,
  type HostOptions,
  inWords,
  type LocatedHost,
  type Planned,
  planEach,
} from './host-choice.ts'
import { announceChanges, type ConnectedHost, printSetup, setupAsJson } from './print-setup.ts'

interface SetupOptions extends HostOptions {
  mcp: boolean
  allowTools?: true
}

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
    option('--yes', 'Do not ask'),
    option('--dry-run', 'Show the changes and make none'),
  ],
  examples: ['setup', 'setup --dry-run', 'setup --host codex gemini --yes', 'setup --project'],
  run: (context, options) => setUp(context, options as unknown as SetupOptions),
}

async function setUp(context: CliContext, options: SetupOptions): Promise<void> {
  const { openSetup } = await import('../../../compose/setup.ts')
  const setup = await openSetup(context.paths)
  const choice = await chooseHosts(context, setup, options)
  const isAllowed = options.allowTools ?? (await offerTools(context, setup, options, choice.chosen))
  const planned = await plan(context, setup, { ...options, isAllowed }, choice.chosen)
  if (options.dryRun) {
    const plans = planned.flatMap((each) => each.plans)
    return showChanges(
      context,
      options,
      plans.map(({ change }) => change),
    )
  }
  if (planned.length > 0) {
    if (context.isTerminal && !options.yes) announceChanges(context, planned)
    const names = inWords(planned.map(({ host }) => host.displayName))
    if (!(await confirmChange(context, options, `Connect ${names}?`))) return
  }
  const connected = await connect(context, setup, planned)
  if (options.json) context.printJson(setupAsJson(connected, choice))
  else printSetup(context, connected, choice)
  if (!isAllowed && !options.json && options.mcp) await hintAtTools(context, setup, choice.chosen)
}

async function plan(
  context: CliContext,
  { connection, tools }: Setup,
  { mcp, isAllowed }: SetupOptions & { readonly isAllowed: boolean },
  chosen: readonly LocatedHost[],
): Promise<Planned<LocatedHost, FilePlan>[]> {
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
  planned: readonly Planned<LocatedHost, FilePlan>[],
): Promise<ConnectedHost[]> {
  const { applyConnect } = await import('../../../core/setup/connect.ts')
  setup.installHook()
  const connected: ConnectedHost[] = []
  for (const { host, location, plans } of planned) {
    const files = await applyConnect(plans, setup.tools)
    const trial = setup.tryHook(host, context.env)
    if (!trial.works) context.exitCode = 1
    connected.push({ host, location, files, trial })
  }
  return connected
}

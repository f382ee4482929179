import type { Command } from 'commander'
import type { Setup } from '../../../compose/setup.ts'
import type { WireKind } from '../../../core/ports/host.ts'
import type { FilePlan } from '../../../core/setup/connect.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { confirmChange, showChanges } from './change-file.ts'
import {
  chooseHosts,
  type HostOptions,
  inWords,
  type PlacedHost,
  type Planned,
  planEach,
} from './host-choice.ts'
import { announceChanges, setupAsJson, tellSetup, type WiredHost } from './print-setup.ts'

interface SetupOptions extends HostOptions {
  mcp: boolean
}

export function registerSetup(program: Command, context: CliContext): void {
  program
    .command('setup')
    .description('Wire your coding agents: their hooks, and the MCP server')
    .option('--host <host...>', 'these agents; otherwise all that are found on this machine')
    .option('--user', 'for all your projects (the default)')
    .option('--project', 'for this folder only')
    .option('--no-mcp', 'hooks only, without the MCP server')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'show the changes and make none')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples('setup', 'setup --dry-run', 'setup --host codex gemini --yes', 'setup --project'),
    )
    .action((options: SetupOptions) => setUp(context, options))
}

async function setUp(context: CliContext, options: SetupOptions): Promise<void> {
  const { openSetup } = await import('../../../compose/setup.ts')
  const setup = await openSetup(context.paths)
  const choice = await chooseHosts(context, setup, options)
  const planned = await plan(context, setup, options, choice.chosen)
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
    if (!(await confirmChange(context, options, `Wire ${names}?`))) return
  }
  const wired = await wire(context, setup, planned)
  if (options.json) context.printJson(setupAsJson(wired, choice))
  else tellSetup(context, wired, choice)
}

async function plan(
  context: CliContext,
  { wiring, tools }: Setup,
  { mcp }: SetupOptions,
  chosen: readonly PlacedHost[],
): Promise<Planned<PlacedHost, FilePlan>[]> {
  const { planConnect } = await import('../../../core/setup/connect.ts')
  const isWanted = (kind: WireKind) => kind !== 'mcp' || mcp
  return planEach(context, chosen, ({ host, place }) =>
    planConnect(host, place, wiring(host), tools, isWanted),
  )
}

async function wire(
  context: CliContext,
  setup: Setup,
  planned: readonly Planned<PlacedHost, FilePlan>[],
): Promise<WiredHost[]> {
  const { applyConnect } = await import('../../../core/setup/connect.ts')
  setup.installHook()
  const wired: WiredHost[] = []
  for (const { host, place, plans } of planned) {
    const files = await applyConnect(plans, setup.tools)
    const trial = setup.tryHook(host, context.env)
    if (!trial.works) context.exitCode = 1
    wired.push({ host, place, files, trial })
  }
  return wired
}

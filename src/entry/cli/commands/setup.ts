import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import type { Setup } from '../../../compose/setup.ts'
import type { Environment } from '../../../config.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Host, HostPlace, SettingsTarget } from '../../../core/ports/host.ts'
import { hostPlace } from '../../../core/setup/host-place.ts'
import { confirmChange, showChange } from '../change-file.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'

interface SetupOptions {
  host?: string
  user?: true
  project?: true
  yes?: true
  dryRun?: true
  json?: true
}

export function registerSetup(program: Command, context: CliContext): void {
  withOptions(program.command('setup'), 'wire')
    .description('Wire the hooks into your coding agent')
    .addHelpText(
      'after',
      examples('setup', 'setup --project --dry-run', 'setup --host claude-code --user --yes'),
    )
    .action((options: SetupOptions) => setUp(context, options))

  withOptions(program.command('remove'), 'unwire')
    .description('Take the hooks out again; what was captured stays')
    .addHelpText('after', examples('remove', 'remove --project --dry-run'))
    .action((options: SetupOptions) => remove(context, options))
}

function withOptions(command: Command, verb: string): Command {
  return command
    .option('--host <host>', `the agent to ${verb}`, 'claude-code')
    .option('--user', `${verb} it for all your projects (the default)`)
    .option('--project', `${verb} it for this folder only`)
    .option('--yes', 'do not ask')
    .option('--dry-run', 'show the change and do nothing')
    .option('--json', 'print the result as JSON')
}

async function setUp(context: CliContext, options: SetupOptions): Promise<void> {
  const { planInstallation, applyInstallation } = await import('../../../core/setup/install.ts')
  const { setup, host, place } = await findPlace(context, options)
  const plan = await planInstallation(host, place, setup.wiring(host))
  const { change } = plan
  if (options.dryRun) return showChange(context, options, change)
  const isWanted = await confirmChange(
    context,
    options,
    `Wire ${host.displayName} in ${change.file}?`,
  )
  if (!isWanted) return
  setup.installHook()
  const outcome = await applyInstallation(plan, setup.tools)
  if (options.json) return context.printJson({ host: host.name, file: change.file, outcome })
  const said = outcome === 'unchanged' ? 'is wired already in' : 'is wired in'
  context.print(`${host.displayName} ${said} ${change.file}`)
  if (place.target === 'project' && isSeenByGit(change.file, context.env)) {
    context.print('Git does not ignore that file; .git/info/exclude is the place to say so.')
  }
  context.print('Start a session, then look with: throughline sessions')
}

async function remove(context: CliContext, options: SetupOptions): Promise<void> {
  const { planRemoval, applyRemoval } = await import('../../../core/setup/remove.ts')
  const { setup, host, place } = await findPlace(context, options)
  const plan = await planRemoval(host, place, setup.tools)
  const { change } = plan
  if (options.dryRun) return showChange(context, options, change)
  const isWanted = await confirmChange(
    context,
    options,
    `Unwire ${host.displayName} in ${change.file}?`,
  )
  if (!isWanted) return
  const outcome = await applyRemoval(plan, setup.tools)
  if (options.json) return context.printJson({ host: host.name, file: change.file, outcome })
  const said = outcome === 'unchanged' ? 'was not wired in' : 'is no longer wired in'
  context.print(`${host.displayName} ${said} ${change.file}`)
  context.print(`What was captured stays in ${context.paths.root}`)
}

async function findPlace(
  context: CliContext,
  options: SetupOptions,
): Promise<{ setup: Setup; host: Host; place: HostPlace }> {
  if (options.user && options.project) {
    throw new ThroughlineError('invalid-input', '--user and --project exclude each other')
  }
  const { openSetup } = await import('../../../compose/setup.ts')
  const setup = openSetup(context.paths)
  const host = setup.findHost(options.host ?? '')
  return { setup, host, place: placeOf(context, host, options.project ? 'project' : 'user') }
}

/** `git check-ignore` exits 1 for a file that git would commit; no git, no repository: other codes. */
function isSeenByGit(file: string, env: Environment): boolean {
  const options = { cwd: dirname(file), env: { ...env } }
  const asked = spawnSync('git', ['check-ignore', '--quiet', file], options)
  return asked.status === 1
}

export function placeOf(context: CliContext, host: Host, target: SettingsTarget): HostPlace {
  return hostPlace(host, target, context.cwd, context)
}

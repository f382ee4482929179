/** Which agents a command is about, and where their settings are. */
import type { Setup } from '../../../compose/setup.ts'
import { hostSurroundings } from '../../../compose/surroundings.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Host, SettingsLocation, SettingsTarget } from '../../../core/ports/host.ts'
import type { FilePlan } from '../../../core/setup/connect.ts'
import { settingsLocation } from '../../../core/setup/inspect-host.ts'
import type { CliContext } from '../context.ts'
import { inHome } from '../present.ts'

export interface HostOptions {
  host?: string[]
  user?: true
  project?: true
  yes?: true
  dryRun?: true
  json?: true
  /** Connect by plugin or not; undefined keeps the present form. */
  plugin?: boolean
}

export interface LocatedHost {
  readonly host: Host
  readonly location: SettingsLocation
}

export interface HostChoice {
  readonly chosen: readonly LocatedHost[]
  readonly absent: readonly Host[]
  /** Agents that are connected in another form, such as by a plugin. */
  readonly served: readonly { readonly host: Host; readonly by: string }[]
}

/** The named agents, or the installed ones; not those connected by a plugin unless `--plugin` is given. */
export async function chooseHosts(
  context: CliContext,
  setup: Setup,
  options: HostOptions,
): Promise<HostChoice> {
  const placed = locateHosts(context, setup, options)
  const located = await Promise.all(
    placed.map(async (one) => {
      const { host, location } = one
      const plugin = await host.plugin?.find(location, setup.tools.files)
      const isFound = options.host !== undefined || (await host.detect(location)).found
      return { ...one, isFound, by: plugin && `the ${host.plugin?.noun} ${plugin.id}` }
    }),
  )
  const found = located.filter(({ isFound }) => isFound)
  if (found.length === 0) throw noneFound(placed)
  const isKept = ({ by }: { by: string | undefined }) =>
    options.plugin === undefined && by !== undefined
  return {
    chosen: found.filter((one) => !isKept(one)).map(({ host, location }) => ({ host, location })),
    absent: located.filter(({ isFound }) => !isFound).map(({ host }) => host),
    served: found.filter(isKept).map(({ host, by = '' }) => ({ host, by })),
  }
}

function noneFound(placed: readonly LocatedHost[]): ThroughlineError {
  const names = inWords(
    placed.map(({ host }) => host.displayName),
    'nor',
  )
  return new ThroughlineError('not-found', `no coding agent was found: neither ${names}`, {
    hint: 'to connect one anyway, name it: throughline setup --host claude-code',
  })
}

/** @throws ThroughlineError `invalid-input` for unknown names and options that cannot be used together */
function locateHosts(context: CliContext, setup: Setup, options: HostOptions): LocatedHost[] {
  const target = options.project ? 'project' : 'user'
  return hostsAt(context, setup, options, [target]).flatMap(({ host, locations }) =>
    locations.map((location) => ({ host, location })),
  )
}

/** @throws ThroughlineError `invalid-input` for unknown names and options that cannot be used together */
export function hostsAt(
  context: CliContext,
  setup: Setup,
  options: HostOptions,
  targets: readonly SettingsTarget[],
): { host: Host; locations: SettingsLocation[] }[] {
  if (options.user && options.project) {
    throw new ThroughlineError('invalid-input', '--user and --project cannot be used together')
  }
  const named = options.host?.map((name) => setup.findHost(name)) ?? setup.hosts
  const surroundings = hostSurroundings(context.userHome, context.env)
  return [...new Set(named)].map((host) => ({
    host,
    locations: targets.map((target) => settingsLocation(host, target, context.cwd, surroundings)),
  }))
}

export type Planned<Chosen, Plan> = Chosen & { readonly plans: readonly Plan[] }

/** With several agents, skips and reports those with broken settings. */
export async function planEach<Chosen extends { readonly host: Host }, Plan>(
  context: CliContext,
  chosen: readonly Chosen[],
  plan: (one: Chosen) => Promise<readonly Plan[]>,
): Promise<Planned<Chosen, Plan>[]> {
  const planned: Planned<Chosen, Plan>[] = []
  for (const one of chosen) {
    try {
      planned.push({ ...one, plans: await plan(one) })
    } catch (error) {
      if (!(error instanceof ThroughlineError) || chosen.length === 1) throw error
      reportFailure(context, one.host, error)
    }
  }
  return planned
}

/** A change that another process has made since is dropped; any other difference is refused later. */
export function withoutDone<Chosen>(
  agreed: readonly Planned<Chosen, FilePlan>[],
  now: readonly { readonly plans: readonly FilePlan[] }[],
): Planned<Chosen, FilePlan>[] {
  const doneNow = now.flatMap(({ plans }) =>
    plans.filter(({ change }) => change.before === change.after),
  )
  const latest = (plan: FilePlan) =>
    doneNow.find(({ change }) => change.file === plan.change.file) ?? plan
  return agreed.map((one) => ({ ...one, plans: one.plans.map(latest) }))
}

/** A failure of one agent, while the others go on. */
export function reportFailure(context: CliContext, host: Host, error: ThroughlineError): void {
  context.writeError(`${host.displayName}: ${error.message}\n  ${error.hint ?? ''}\n`)
  context.exitCode = 1
}

export function filesInWords(
  files: readonly { readonly file: string }[],
  context: CliContext,
): string {
  return inWords(files.map(({ file }) => inHome(context, file)))
}

/** `A`, `A and B`, `A, B and C` */
export function inWords(names: readonly string[], conjunction = 'and'): string {
  const [last = '', ...others] = names.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} ${conjunction} ${last}`
}

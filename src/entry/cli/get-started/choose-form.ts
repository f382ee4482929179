/** Whether an agent is connected in its settings or by our plugin. */
import type { Setup } from '../../../compose/setup.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Host } from '../../../core/ports/host.ts'
import { findPlugin, type PluginState, type PluginTools } from '../../../core/setup/plugin.ts'
import type { CliContext } from '../context.ts'
import { printWrapped } from '../present.ts'
import type { HostOptions, LocatedHost } from './host-choice.ts'

export interface PluginOptions extends HostOptions {
  plugin?: boolean
  mcp: boolean
  allowTools?: true
}

export interface FormedHost extends LocatedHost {
  readonly form: 'settings' | 'plugin'
  /** The commands of its program for that. */
  readonly step?: 'install' | 'remove'
  readonly found?: PluginState
}

/** @throws ThroughlineError for an agent that was named and cannot be connected in that form */
export async function chooseForms(
  context: CliContext,
  setup: Setup,
  options: PluginOptions,
  chosen: readonly LocatedHost[],
): Promise<FormedHost[]> {
  refuseUnfit(options)
  const tools = setup.plugins(context.env)
  return Promise.all(
    chosen.map(async (one) => {
      const found = await findPlugin(one.host, one.location, tools)
      const isByPlugin = options.plugin && canBePlugin(context, options, one.host, tools)
      if (!isByPlugin) return inSettings(one, found)
      return { ...one, form: 'plugin', ...(found ? { found } : { step: 'install' }) } as const
    }),
  )
}

function refuseUnfit({ plugin, project, mcp, allowTools }: PluginOptions): void {
  if (plugin !== true) return
  const other = project ? '--project' : !mcp ? '--no-mcp' : allowTools ? '--allow-tools' : undefined
  if (other === undefined) return
  throw new ThroughlineError('invalid-input', `--plugin and ${other} cannot be used together`, {
    hint: 'a plugin is for all your projects, and has hooks and MCP server but no permissions',
  })
}

/** Agents that were not named and cannot use a plugin are connected in their settings. */
function canBePlugin(
  context: CliContext,
  options: PluginOptions,
  { displayName, plugin, name }: Host,
  { programs }: PluginTools,
): boolean {
  if (plugin && programs.isThere(plugin.program)) return true
  const why = plugin
    ? `there is no program "${plugin.program}" on your PATH to install the ${plugin.noun}`
    : `there is no plugin for ${displayName}`
  if (options.host) {
    const hint = `to connect it in its settings: throughline setup --host ${name}`
    throw new ThroughlineError(plugin ? 'not-found' : 'invalid-input', why, { hint })
  }
  if (plugin && !options.json) {
    printWrapped(context, `${displayName} is connected in its settings: ${why}`, '  ')
  }
  return false
}

/** @throws ThroughlineError `conflict` for a plugin that is not ours to remove */
function inSettings(one: LocatedHost, found: PluginState | undefined): FormedHost {
  if (!found) return { ...one, form: 'settings' }
  if (found.isOurs) return { ...one, form: 'settings', step: 'remove', found }
  const { displayName, plugin } = one.host
  const message = `${displayName} has the ${plugin?.noun} ${found.id} from ${found.folder}, which setup did not install`
  const hint = `remove it in ${displayName}, or leave out --no-plugin`
  throw new ThroughlineError('conflict', message, { hint })
}

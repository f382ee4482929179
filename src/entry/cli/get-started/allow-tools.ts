/** The offer to let agents use our harmless tools without asking their user each time. */
import { existsSync, writeFileSync } from 'node:fs'
import type { Setup } from '../../../compose/setup.ts'
import { harmlessTools } from '../../../core/setup/hook-command.ts'
import { makeFolder } from '../../../home/write-files.ts'
import { askYesNo } from '../ask.ts'
import type { CliContext } from '../context.ts'
import { printWrapped } from '../present.ts'
import { type HostOptions, inWords, type LocatedHost } from './host-choice.ts'

/** Asks once per home, on a terminal. Nobody else is widened what an agent may do unasked. */
export async function offerTools(
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
  printWrapped(context, `These change and remove nothing: ${harmlessTools.join(', ')}`, '  ')
  const isAllowed = await askYesNo(context, 'Let them use these tools without asking?')
  makeFolder(paths.run)
  writeFileSync(paths.toolsOffered, '', { mode: 0o600 })
  return isAllowed
}

export async function hintAtTools(
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

/** Agents that would ask, and that we know how to allow it. Unreadable settings are reported elsewhere. */
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

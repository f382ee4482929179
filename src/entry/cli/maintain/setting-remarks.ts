/** Remarks on a setting that was just changed and may not take effect yet. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { listSettings } from '../../../contract/list-settings.ts'
import { loadConfig } from '../../../home/config.ts'
import { disabledProjectsIn, isSwitchedOff } from '../../../home/environment.ts'
import type { CliContext } from '../context.ts'

export async function remarksOn(key: string, context: CliContext): Promise<string[]> {
  return [...overriding(key, context), ...(await outdating(key, context)), ...stillWrong(context)]
}

function overriding(key: string, { env }: CliContext): string[] {
  if (key === 'enabled' && isSwitchedOff(env)) {
    return ['THROUGHLINE_ENABLED in the environment still switches it off']
  }
  const isExtended = key === 'disabledProjects' && disabledProjectsIn(env).length > 0
  return isExtended ? ['THROUGHLINE_DISABLED_PROJECTS in the environment adds to it'] : []
}

async function outdating(key: string, { paths }: CliContext): Promise<string[]> {
  const setting = listSettings().find((each) => each.key === key)
  if (!setting?.needsRestart) return []
  const { findDaemon } = await import('../../../compose/presence.ts')
  if (!(await findDaemon(paths))) return []
  return ['the running daemon uses it after a restart: throughline stop && throughline start']
}

function stillWrong({ paths, env }: CliContext): string[] {
  try {
    loadConfig(paths.config, env)
    return []
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error
    return [error.message, ...(error.hint === undefined ? [] : [`  ${error.hint}`])]
  }
}

/**
 * Whether a home holds a database and no settings that bear on recall or context: then it takes no
 * schema to read them.
 */
import { lstatSync, readFileSync, statSync } from 'node:fs'
import type { ContextSettings } from '../core/context/plan-context.ts'
import type { HomePaths } from '../home/paths.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What a configuration that says nothing says of context; a test compares them. */
export const plainContext: ContextSettings = {
  enabled: true,
  atStart: true,
  atPrompt: true,
  startTokens: 1_500,
  promptTokens: 600,
  entriesPerScope: 10,
  charactersPerScope: 1_000,
}

export function isPlainHome(paths: HomePaths, env: Environment): boolean {
  return hasDatabase(paths) && !isConfigured(paths, env)
}

export function hasDatabase({ database }: HomePaths): boolean {
  return (statSync(database, { throwIfNoEntry: false })?.size ?? 0) > 0
}

const ownVariables = [
  'THROUGHLINE_HOME',
  'THROUGHLINE_PROJECT',
  'THROUGHLINE_INTERNAL',
  'THROUGHLINE_AUTOSTART',
]

/** Of the parts of the settings those that only the daemon and the commands read. */
export const partsForOthers = [
  'hook',
  'daemon',
  'capture',
  'log',
  'extraction',
  'models',
  'budget',
  'subscribers',
  'guidance',
  'backups',
]

function isConfigured({ config }: HomePaths, env: Environment): boolean {
  const isSetting = (name: string) =>
    name.startsWith('THROUGHLINE_') && !ownVariables.includes(name) && env[name] !== ''
  return Object.keys(env).some(isSetting) || !isForOthers(config)
}

/** What cannot be read is for those who can say what is wrong with it. */
function isForOthers(config: string): boolean {
  if (!lstatSync(config, { throwIfNoEntry: false })) return true
  try {
    const settings: unknown = JSON.parse(readFileSync(config, 'utf8'))
    const isObject = typeof settings === 'object' && settings !== null && !Array.isArray(settings)
    return isObject && Object.keys(settings).every((part) => partsForOthers.includes(part))
  } catch {
    return false
  }
}

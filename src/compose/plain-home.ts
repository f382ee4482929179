/** Whether a home holds a database and no settings: then it takes no schema to read them. */
import { lstatSync, statSync } from 'node:fs'
import type { ContextSettings } from '../core/context/plan-context.ts'
import type { HomePaths } from '../home.ts'

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

const ownVariables = ['THROUGHLINE_HOME', 'THROUGHLINE_PROJECT', 'THROUGHLINE_INTERNAL']

function isConfigured({ config }: HomePaths, env: Environment): boolean {
  const isSetting = (name: string) =>
    name.startsWith('THROUGHLINE_') && !ownVariables.includes(name) && env[name] !== ''
  const file = lstatSync(config, { throwIfNoEntry: false })
  return file !== undefined || Object.keys(env).some(isSetting)
}

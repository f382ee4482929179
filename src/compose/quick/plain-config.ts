/** Reads settings without their schema; what needs it is left to `home/config.ts`. */
import { lstatSync, readFileSync, statSync } from 'node:fs'
import type { Config } from '../../contract/config.ts'
import type { Setting } from '../../contract/list-settings.ts'
import { defaultConfig, plainSettings } from '../../contract/plain.ts'
import { parseBoundedJson } from '../../core/model/bounded-json.ts'
import type { HomePaths } from '../../home/paths.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Values = Record<string, unknown>

export function hasDatabase({ database }: HomePaths): boolean {
  return (statSync(database, { throwIfNoEntry: false })?.size ?? 0) > 0
}

/**
 * @param isStrict refuse texts and lists too, which only the schema can check
 * @returns undefined if the schema must decide
 */
export function readPlainConfig(
  { config }: HomePaths,
  env: Environment,
  { isStrict = false } = {},
): Config | undefined {
  if (env.THROUGHLINE_ENABLED || env.THROUGHLINE_DISABLED_PROJECTS) return undefined
  if (!lstatSync(config, { throwIfNoEntry: false })) return defaultConfig
  try {
    const stored: unknown = parseBoundedJson(readFileSync(config, 'utf8'))
    const merged = isObject(stored) && merge(defaultConfig, stored, '', isStrict)
    return merged ? (merged as unknown as Config) : undefined
  } catch {
    return undefined
  }
}

/** Whether git and markers alone identify projects; matching patterns needs a library. */
export function hasPlainProjects(config: Config): boolean {
  const { enabled, projectMarker, disabledProjects, projectNames } = config
  const isNamed = Object.keys(projectNames).length > 0
  return enabled && projectMarker && disabledProjects.length === 0 && !isNamed
}

function merge(
  defaults: object,
  stored: Values,
  prefix: string,
  isStrict: boolean,
): Values | undefined {
  const merged: Values = { ...defaults }
  for (const [name, value] of Object.entries(stored)) {
    const setting = plainSettings.find(({ key }) => key === prefix + name)
    const group = merged[name]
    if (setting) {
      if (!isPlain(setting, value, isStrict)) return undefined
      merged[name] = value
      continue
    }
    const inner =
      isObject(value) && isObject(group) && merge(group, value, `${prefix}${name}.`, isStrict)
    if (!inner) return undefined
    merged[name] = inner
  }
  return merged
}

function isPlain(setting: Setting, value: unknown, isStrict: boolean): boolean {
  const { form, choices = [], minimum, maximum } = setting
  switch (form) {
    case 'boolean':
      return typeof value === 'boolean'
    case 'integer':
    case 'number': {
      if (typeof value !== 'number' || (form === 'integer' && !Number.isInteger(value)))
        return false
      return value >= (minimum ?? 0) && value <= (maximum ?? Number.MAX_VALUE)
    }
    case 'choice':
      return choices.some((choice) => choice === value)
    default:
      if (isStrict) return JSON.stringify(value) === JSON.stringify(setting.default)
      return form === 'text' ? typeof value === 'string' : typeof value === 'object'
  }
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads settings without their schema, which takes longer to load than most commands run. */
import { lstatSync, readFileSync } from 'node:fs'
import type { Config } from '../contract/config.ts'
import type { Setting } from '../contract/list-settings.ts'
import { defaultConfig, plainSettings } from '../contract/plain.ts'
import { parseBoundedJson } from '../core/model/bounded-json.ts'

type Values = Record<string, unknown>

/**
 * @param trustsTexts whether to accept texts and lists that only the schema can check
 * @returns undefined if the schema must decide
 */
export function readPlainConfig(file: string, { trustsTexts = false } = {}): Config | undefined {
  if (!isThere(file)) return defaultConfig
  try {
    const stored: unknown = parseBoundedJson(readFileSync(file, 'utf8'))
    const merged = isObject(stored) && merge(defaultConfig, stored, '', trustsTexts)
    return merged ? (merged as unknown as Config) : undefined
  } catch {
    // The reader with the schema reports what is wrong.
    return undefined
  }
}

/** Nor does it exist if the home is a file, which is refused when the home is opened. */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false
    throw error
  }
}

function merge(
  defaults: object,
  stored: Values,
  prefix: string,
  trustsTexts: boolean,
): Values | undefined {
  const merged: Values = { ...defaults }
  for (const [name, value] of Object.entries(stored)) {
    const setting = plainSettings.find(({ key }) => key === prefix + name)
    const group = merged[name]
    if (setting) {
      if (!isPlain(setting, value, trustsTexts)) return undefined
      merged[name] = isObject(value) && isObject(group) ? { ...group, ...value } : value
      continue
    }
    const inner =
      isObject(value) && isObject(group) && merge(group, value, `${prefix}${name}.`, trustsTexts)
    if (!inner) return undefined
    merged[name] = inner
  }
  return merged
}

function isPlain(setting: Setting, value: unknown, trustsTexts: boolean): boolean {
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
      if (!trustsTexts) return JSON.stringify(value) === JSON.stringify(setting.default)
      return form === 'text' ? typeof value === 'string' : typeof value === 'object'
  }
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The only reader of the environment and of config.json; also what `throughline config` changes. */
import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { writeFileAtomically } from './adapters/filesystem/write-atomic.ts'
import { type Config, configSchema } from './contract/config.ts'
import { ThroughlineError } from './contract/errors.ts'
import { listSettings, type Setting } from './contract/list-settings.ts'
import { nearestName } from './contract/nearest-name.ts'
import { isJsonObject, type Json, type JsonObject } from './core/json.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export function loadConfig(file: string, env: Environment): Config {
  const stored = readConfigFile(file)
  const overridden = listSettings().reduce((config, setting) => {
    const name = environmentName(setting.key)
    const text = env[name]
    if (text === undefined || text === '') return config
    return withValue(config, setting.key, parseValue(setting, text, name))
  }, stored)
  return parseConfig(overridden, file)
}

/** The configuration as it is at each call; a file that became invalid keeps its last valid state. */
export function watchConfig(file: string, env: Environment): () => Config {
  let seen = stampOf(file)
  let config = loadConfig(file, env)
  return () => {
    const stamp = stampOf(file)
    if (stamp === seen) return config
    seen = stamp
    try {
      config = loadConfig(file, env)
    } catch {
      return config
    }
    return config
  }
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : ''
}

export function getSetting(config: Config, key: string): Json {
  findSetting(key)
  return key.split('.').reduce<Json>((value, part) => (value as JsonObject)[part] as Json, config)
}

/** Checks the value, then writes the file; everything else in it stays. */
export function setSetting(file: string, key: string, text: string): Json {
  return storeSetting(file, key, readValue(findSetting(key).type, text.trim()))
}

/** The same with a value of the setting's type. */
export function storeSetting(file: string, key: string, value: Json): Json {
  checkValue(findSetting(key), value, key)
  writeConfigFile(file, withValue(readConfigFile(file), key, value))
  return value
}

/** Takes it out of the file, so that its default holds again. @returns the default */
export function resetSetting(file: string, key: string): Json {
  const setting = findSetting(key)
  const stored = readConfigFile(file)
  if (storedValue(stored, key) !== undefined) writeConfigFile(file, withoutValue(stored, key))
  return setting.default as Json
}

export interface SettingOrigin {
  readonly value: Json
  readonly source: 'default' | 'file' | 'environment'
}

/** What every setting is, by its key, and who says so. */
export function readSettings(file: string, env: Environment): ReadonlyMap<string, SettingOrigin> {
  const stored = readConfigFile(file)
  const config = loadConfig(file, env)
  const sourceOf = (key: string): SettingOrigin['source'] => {
    if (env[environmentName(key)]) return 'environment'
    return storedValue(stored, key) === undefined ? 'default' : 'file'
  }
  return new Map(
    listSettings().map(({ key }) => [
      key,
      { value: getSetting(config, key), source: sourceOf(key) },
    ]),
  )
}

/** `hook.deadlineMs` is THROUGHLINE_HOOK_DEADLINE_MS in the environment. */
export function environmentName(key: string): string {
  const words = key.replace(/[A-Z]/g, (letter) => `_${letter}`).replaceAll('.', '_')
  return `THROUGHLINE_${words.toUpperCase()}`
}

function readConfigFile(file: string): JsonObject {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new ThroughlineError('invalid-config', `${file} cannot be read`, {
      hint: 'it must be a file that you may read',
      cause: error,
    })
  }
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (isJsonObject(value)) return value
  } catch (error) {
    throw new ThroughlineError('invalid-config', `${file} is not valid JSON: ${reason(error)}`, {
      hint: 'mend it by hand, or move it away to start from the defaults',
      cause: error,
    })
  }
  throw new ThroughlineError('invalid-config', `${file} must hold a JSON object`, {
    hint: 'mend it by hand, or move it away to start from the defaults',
  })
}

function writeConfigFile(file: string, config: JsonObject): void {
  parseConfig(config, file)
  writeFileAtomically(file, `${JSON.stringify(config, null, 2)}\n`)
}

function parseConfig(value: JsonObject, file: string): Config {
  const result = configSchema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  if (issue?.code === 'unrecognized_keys') {
    throw unknownKey([...issue.path, issue.keys[0]].join('.'), ` in ${file}`)
  }
  const key = issue?.path.join('.') ?? ''
  throw new ThroughlineError(
    'invalid-config',
    `${key} in ${file}: ${issue?.message ?? 'invalid'}`,
    {
      hint: `throughline config set ${key.replace(/\.\d.*$/, '')} VALUE`,
    },
  )
}

function findSetting(key: string): Setting {
  const setting = listSettings().find((candidate) => candidate.key === key)
  if (!setting) throw unknownKey(key, '')
  return setting
}

function unknownKey(key: string, place: string): ThroughlineError {
  const known = listSettings().map((setting) => setting.key)
  const nearest = nearestName(key, known)
  return new ThroughlineError('invalid-config', `unknown setting "${key}"${place}`, {
    hint: nearest ? `did you mean "${nearest}"?` : 'throughline config list shows every setting',
  })
}

/** Text as the setting's type: numbers, yes and no, lists with commas, or JSON. */
function parseValue(setting: Setting, text: string, name: string): Json {
  const value = readValue(setting.type, text.trim())
  checkValue(setting, value, name)
  return value
}

function checkValue(setting: Setting, value: Json, name: string): void {
  const result = configSchema.safeParse(withValue({}, setting.key, value))
  if (result.success) return
  const message = result.error.issues[0]?.message ?? 'invalid value'
  throw new ThroughlineError('invalid-input', `${name}: ${message}`, {
    hint: `${setting.key} is ${setting.type}: ${setting.description}`,
  })
}

const words: Record<string, boolean> = {
  true: true,
  yes: true,
  on: true,
  '1': true,
  false: false,
  no: false,
  off: false,
  '0': false,
}

function readValue(type: string, text: string): Json {
  if (type === 'boolean') return words[text.toLowerCase()] ?? text
  if (type === 'number' || type === 'integer') return text === '' ? text : Number(text)
  if (type === 'object' || (type === 'array' && text.startsWith('['))) return readJson(text)
  if (type === 'array') {
    return text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  }
  return text
}

function readJson(text: string): Json {
  const result = z.json().safeParse(tryParse(text))
  return result.success ? (result.data as Json) : text
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function withValue(config: JsonObject, key: string, value: Json): JsonObject {
  const [first = '', ...rest] = key.split('.')
  if (rest.length === 0) return { ...config, [first]: value }
  const inner = config[first]
  return { ...config, [first]: withValue(isJsonObject(inner) ? inner : {}, rest.join('.'), value) }
}

function storedValue(config: JsonObject, key: string): Json | undefined {
  return key
    .split('.')
    .reduce<Json | undefined>((at, part) => (isJsonObject(at) ? at[part] : undefined), config)
}

/** A group that says nothing any more goes too. */
function withoutValue(config: JsonObject, key: string): JsonObject {
  const [first = '', ...rest] = key.split('.')
  const { [first]: value, ...others } = config
  if (rest.length === 0 || !isJsonObject(value)) return others
  const inner = withoutValue(value, rest.join('.'))
  return Object.keys(inner).length === 0 ? others : { ...config, [first]: inner }
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))

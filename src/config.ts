/** The only reader of the environment and of config.json; also what `throughline config` changes. */
import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { writeFileAtomically } from './adapters/filesystem/write-atomic.ts'
import { type Config, configSchema, listSettings, type Setting } from './contract/config.ts'
import { ThroughlineError } from './contract/errors.ts'
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
  const setting = findSetting(key)
  const value = parseValue(setting, text, key)
  const changed = withValue(readConfigFile(file), key, value)
  parseConfig(changed, file)
  writeFileAtomically(file, `${JSON.stringify(changed, null, 2)}\n`)
  return value
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
      hint: `throughline config set ${key} VALUE`,
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
  const probe = withValue({}, setting.key, value)
  const result = configSchema.safeParse(probe)
  if (result.success) return value
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

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The only reader and writer of config.json. */
import { readFileSync, statSync } from 'node:fs'
import { type Config, configSchema } from '../contract/config.ts'
import { ThroughlineError } from '../contract/errors.ts'
import { listSettings, type Setting } from '../contract/list-settings.ts'
import { nearestName } from '../contract/nearest-name.ts'
import { describeIssue } from '../contract/parse-input.ts'
import { parseBoundedJson } from '../core/model/bounded-json.ts'
import {
  isJsonObject,
  type Json,
  type JsonObject,
  valueAt,
  withoutValueAt,
  withValueAt,
} from '../core/model/json.ts'
import type { UnknownSetting } from '../core/model/unknown-setting.ts'
import type { FormerAgeLimits } from '../core/ports/deletion.ts'
import { disabledProjectsIn, type Environment, isSwitchedOff } from './environment.ts'
import { withCurrentNames } from './former-settings.ts'
import { readPlainConfig } from './plain-config.ts'
import { writeFileAtomically } from './write-files.ts'

export type { Environment }

/** The file's settings. The environment can switch things off, never on. */
export function loadConfig(file: string, env: Environment): Config {
  const config = readPlainConfig(file) ?? parseConfig(readConfigFile(file), file)
  const disabledProjects = [...config.disabledProjects, ...disabledProjectsIn(env)]
  return { ...config, enabled: config.enabled && !isSwitchedOff(env), disabledProjects }
}

/** The current configuration. While the file is invalid, the last valid one applies. */
export function watchConfig(file: string, env: Environment): () => Config {
  let seen = stampOf(file)
  let config = loadConfig(file, env)
  return () => {
    const stamp = stampOf(file)
    if (stamp === seen) return config
    seen = stamp
    try {
      config = loadConfig(file, env)
    } catch {}
    return config
  }
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : ''
}

/** @throws ThroughlineError `invalid-config` for an unknown key */
export function getSetting(config: Config, key: string): Json {
  findSetting(key)
  return valueAt(config, key) as Json
}

/** Checks only this value, so that several wrong ones can be fixed one by one. */
export function setSettingText(file: string, key: string, text: string): Json {
  return writeSetting(file, key, readValue(findSetting(key).type, text.trim()))
}

/** Like `setSettingText`, with a value of the setting's type. */
export function writeSetting(file: string, key: string, value: Json): Json {
  checkValue(findSetting(key), value, key)
  writeConfigFile(file, withValueAt(readConfigFile(file), key, value))
  return value
}

/**
 * Removes a setting from the file, so that its default applies. Works for unknown keys too.
 * @returns the default, if it has one
 */
export function removeSetting(file: string, key: string): Json | undefined {
  const stored = readConfigFile(file)
  const left = withoutValueAt(stored, key)
  const setting = listSettings().find((each) => each.key === key)
  if (!setting && (left === stored || isGroup(stored, key))) throw unknownKey(key)
  if (left !== stored) writeConfigFile(file, left)
  return setting?.default as Json | undefined
}

function isGroup(stored: JsonObject, key: string): boolean {
  const isKnown = listSettings().some((setting) => setting.key.startsWith(`${key}.`))
  return isKnown && isJsonObject(valueAt(stored, key))
}

export interface SettingOrigin {
  readonly value: Json
  readonly source: 'default' | 'file'
}

/** The value and the source of every setting, by key. */
export function readSettings(file: string): ReadonlyMap<string, SettingOrigin> {
  const stored = readConfigFile(file)
  const config = parseConfig(stored, file)
  return new Map(
    listSettings().map(({ key }) => {
      const source = valueAt(stored, key) === undefined ? 'default' : 'file'
      return [key, { value: getSetting(config, key), source }]
    }),
  )
}

function readConfigFile(file: string): JsonObject {
  const refuse = (fault: string, hint: string, cause?: unknown) =>
    new ThroughlineError('invalid-config', `${file} ${fault}`, { hint, cause })
  const byHand = 'fix it by hand, or move it away to start from the defaults'
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw refuse('cannot be read', 'it must be a file that you may read', error)
  }
  let value: unknown
  try {
    value = parseBoundedJson(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw refuse(`is not valid JSON: ${faultIn(error, text)}`, byHand, error)
  }
  if (isJsonObject(value)) return withCurrentNames(value)
  throw refuse('must hold a JSON object', byHand)
}

const faultIn = (error: unknown, text: string) =>
  error instanceof SyntaxError ? placeOfFault(text) : (error as Error).message

/** The parser's message quotes the file and often has no position, so find it ourselves. */
function placeOfFault(text: string): string {
  let [good, bad] = [0, text.length + 1]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (couldGoOn(text.slice(0, middle))) good = middle
    else bad = middle
  }
  if (bad > text.length) return 'it ends too early'
  const before = text.slice(0, good).split('\n')
  return `something is wrong in line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

function couldGoOn(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const { message } = error as Error
    const at = /at position (\d+)/.exec(message)?.[1]
    return /end of JSON|Unterminated/.test(message) || Number(at) === text.length
  }
}

/** Needed to restore what was forgotten by age, so they stay in the file. */
const ageLimits = { project: 'projectDays', global: 'globalDays', agent: 'agentDays' } as const

/** After how many days earlier versions forgot unchanged and unused memories; 0 meant never. */
export function readFormerAgeLimits(file: string): FormerAgeLimits {
  const stored = readConfigFile(file)
  const daysOf = (scope: keyof FormerAgeLimits, byDefault: number) => {
    const days = valueAt(stored, `retention.${ageLimits[scope]}`)
    return typeof days === 'number' && days >= 0 ? days : byDefault
  }
  return { project: daysOf('project', 90), global: daysOf('global', 0), agent: daysOf('agent', 0) }
}

function writeConfigFile(file: string, config: JsonObject): void {
  writeFileAtomically(file, `${JSON.stringify(config, null, 2)}\n`)
}

/** From a newer version, or misspelled: they stay in the file and have no effect. */
export function findUnknownSettings(file: string): UnknownSetting[] {
  if (readPlainConfig(file)) return []
  const former = Object.values(ageLimits).map((name) => `retention.${name}`)
  const keys = unknownPathsIn(readConfigFile(file)).map((path) => path.join('.'))
  return keys
    .filter((key) => !former.includes(key))
    .map((key) => {
      const nearest = nearestName(key, settingKeys())
      return { key, ...(nearest !== undefined && nearest !== key && { nearest }) }
    })
}

function unknownPathsIn(value: JsonObject): string[][] {
  const issues = configSchema.safeParse(value).error?.issues ?? []
  return issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys' || settingAt(issue.path)) return []
    return issue.keys.map((key) => [...issue.path.map(String), key])
  })
}

/** The setting to which the path leads, or into whose value. */
function settingAt(path: readonly PropertyKey[]): Setting | undefined {
  return listSettings().find(({ key }) => `${path.join('.')}.`.startsWith(`${key}.`))
}

function withoutPath(value: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject {
  const { [name]: inner, ...others } = value
  return rest.length > 0 && isJsonObject(inner)
    ? { ...value, [name]: withoutPath(inner, rest) }
    : others
}

function parseConfig(stored: JsonObject, file: string): Config {
  const value = unknownPathsIn(stored).reduce(withoutPath, stored)
  const result = configSchema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue?.path.join('.') ?? ''
  const setting = settingAt(issue?.path ?? [])
  const fault = issue ? describeIssue(issue, value) : 'invalid'
  throw new ThroughlineError('invalid-config', `${file}: ${fault}`, {
    hint: setting
      ? `throughline config set ${setting.key} VALUE`
      : `throughline config reset ${path}`,
  })
}

/** @param key of a setting, or of a value in one, such as `halfLives.fact` */
function findSetting(key: string): Setting {
  const setting = settingAt(key.split('.'))
  if (!setting || (setting.key !== key && setting.type !== 'object')) throw unknownKey(key)
  return setting
}

function unknownKey(key: string): ThroughlineError {
  const nearest = nearestName(key, settingKeys())
  return new ThroughlineError('invalid-config', `unknown setting "${key}"`, {
    hint: nearest ? `did you mean "${nearest}"?` : 'throughline config list shows every setting',
  })
}

const settingKeys = () => listSettings().map(({ key }) => key)

function checkValue(setting: Setting, value: Json, name: string): void {
  const config = withValueAt({}, name, value)
  const result = configSchema.safeParse(config, { reportInput: true })
  if (result.success) return
  const [issue] = result.error.issues
  const within = issue?.path.slice(name.split('.').length) ?? []
  const fault = issue && describeIssue(issue, config, [name, ...within].join('.'))
  throw new ThroughlineError('invalid-input', fault ?? `${name} is invalid`, {
    hint: `${setting.key} is ${setting.type}: ${setting.description}`,
  })
}

const yes = ['true', 'yes', 'on', '1']
const no = ['false', 'no', 'off', '0']

/** Converts text to the setting's type: numbers, yes and no, lists with commas, or JSON. */
function readValue(type: string, text: string): Json {
  if (type === 'boolean') {
    if (yes.includes(text.toLowerCase())) return true
    return no.includes(text.toLowerCase()) ? false : text
  }
  if (type === 'number' || type === 'integer') {
    return text === '' || Number.isNaN(Number(text)) ? text : Number(text)
  }
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
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

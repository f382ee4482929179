/** TOML settings as values, and in plain words what is wrong with them. */
import { parse, TomlError, type TomlTable } from 'smol-toml'
import { malformed } from '../malformed-settings.ts'

/** @throws ThroughlineError `malformed-settings` */
export function parseToml(file: string, text: string): TomlTable {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw malformed(file, error, `is not valid TOML: ${problemOf(error)}`)
  }
}

/** What stands under a path of keys. */
export function valueAt(table: TomlTable, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    table,
  )
}

export function isTable(value: unknown): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The message goes on with a picture of the place. */
function problemOf({ message }: TomlError): string {
  return (message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '')
}

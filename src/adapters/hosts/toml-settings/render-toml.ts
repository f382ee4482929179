/** Values as TOML in one line; smol-toml's own `stringify` gives every table a header. */
import type { Json } from '../../../core/model/json.ts'
import { isJsonObject } from '../../../core/model/json.ts'

export function renderKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : renderString(key)
}

export function renderValue(value: Json): string {
  if (typeof value === 'string') return renderString(value)
  if (Array.isArray(value)) return `[${value.map(renderValue).join(', ')}]`
  if (!isJsonObject(value)) return String(value)
  const members = Object.entries(value).map(
    ([key, member]) => `${renderKey(key)} = ${renderValue(member)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** A JSON string is one of TOML, but for a character that TOML wants escaped. */
function renderString(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f')
}

/** The front matter of a Markdown file, read leniently: much of it is not valid YAML. */
import type { Json, JsonObject } from '../../../core/model/json.ts'

export interface FrontMatter {
  readonly fields: JsonObject
  readonly body: string
  /** The line of the file on which the body begins, counted from 1. */
  readonly bodyLine: number
}

export function readFrontMatter(text: string): FrontMatter {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const found = /^---[ \t]*\n([\s\S]*?)\n?---[ \t]*(?:\n|$)/.exec(plain)
  if (!found) return { fields: {}, body: plain, bodyLine: 1 }
  const [all, inside = ''] = found
  const body = plain.slice(all.length)
  return { fields: readFields(inside.split('\n')), body, bodyLine: all.split('\n').length }
}

const member = /^(\s*)([\w.@-]+):(?:\s+(.*))?$/

/** Members, lists below them, and mappings one level down; what is deeper is left out. */
function readFields(lines: readonly string[]): JsonObject {
  const fields: Record<string, Json> = {}
  let name = ''
  for (const line of lines) {
    const [, indent = '', key = '', value = ''] = member.exec(line) ?? []
    const entry = /^\s*-\s+(.*)$/.exec(line)?.[1]
    const parent = fields[name]
    if (entry !== undefined) {
      const list = Array.isArray(parent) ? parent : []
      if (name !== '' && !/^[\w.@-]+:\s/.test(entry)) fields[name] = [...list, readScalar(entry)]
    } else if (key !== '' && indent === '') {
      name = key
      fields[key] = readValue(value)
    } else if (key !== '' && name !== '' && !Array.isArray(parent)) {
      const mapping = typeof parent === 'object' && parent !== null ? parent : {}
      fields[name] = { ...mapping, [key]: readValue(value) }
    }
  }
  return fields
}

function readValue(text: string): Json {
  const value = text.trim()
  const list = /^\[(.*)\]$/.exec(value)?.[1]
  if (list !== undefined) return splitOutsideQuotes(list).map(readScalar)
  const mapping = /^\{(.*)\}$/.exec(value)?.[1]
  if (mapping === undefined) return readScalar(value)
  const members = splitOutsideQuotes(mapping).map((each) => /^\s*([\w.-]+):\s*(.*)$/.exec(each))
  return Object.fromEntries(
    members.flatMap((found) => (found ? [[found[1], readScalar(found[2] ?? '')]] : [])),
  ) as JsonObject
}

const splitOutsideQuotes = (text: string) =>
  (text.match(/(?:"[^"]*"|'[^']*'|[^,])+/g) ?? []).filter((part) => part.trim() !== '')

function readScalar(text: string): Json {
  const value = text.trim()
  if (value === 'true' || value === 'false') return value === 'true'
  return /^"([\s\S]*)"$|^'([\s\S]*)'$/.test(value) ? value.slice(1, -1) : value
}

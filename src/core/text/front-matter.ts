/**
 * The front matter of a Markdown file: a small part of YAML, read leniently. Values are texts, numbers,
 * true, false and null, lists of them, and mappings one level down. JSON is read in full. Dates are
 * texts. A `#` inside a value is part of it: notes mention issue #12 more often than they contain
 * comments. The package `yaml` (98 kB, ours 2 kB) rejects the whole file for what agents and people do
 * write, such as `globs: *.ts`, `title: one: two` and `name: @scope/x`, and reads 1.10 as 1.1.
 */
import { isJsonObject, type Json, type JsonObject, parseJson } from '../model/json.ts'

export interface FrontMatter {
  readonly fields: JsonObject
  readonly body: string
  /** The line of the file on which the body begins, counted from 1; 1 if there is no front matter. */
  readonly bodyLine: number
}

/** Without an end within these limits it is no front matter, but a text that begins with a rule. */
const mostLines = 2_000
const mostCharacters = 256 * 1024

export function readFrontMatter(text: string): FrontMatter {
  // A carriage return alone ends no line where people count them.
  const plain = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r+\n/g, '\n')
    .replaceAll('\r', ' ')
  const lines = plain.slice(0, mostCharacters).split('\n', mostLines)
  const end = isRule(lines[0]) ? lines.findIndex((line, at) => at > 0 && isRule(line)) : -1
  if (end < 0) return { fields: {}, body: plain, bodyLine: 1 }
  const length = lines.slice(0, end + 1).reduce((sum, line) => sum + line.length + 1, 0)
  return { fields: readFields(lines.slice(1, end)), body: plain.slice(length), bodyLine: end + 2 }
}

/** Values are written as JSON, which is YAML too, or as a plain word. Undefined ones are left out. */
export function writeFrontMatter(fields: Readonly<Record<string, Json | undefined>>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${isPlainWord(value) ? value : JSON.stringify(value)}\n`],
  )
  return `---\n${lines.join('')}---\n`
}

/** A title such as 2024 is read as a number, but is still a text. */
export function fieldText(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A single text is read as a list of one. */
export const fieldTexts = (value: Json | undefined): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((each) => fieldText(each) ?? [])

const isRule = (line = '') => /^---[ \t]*$/.test(line)

/** YAML 1.1 reads yes, no, on, off, y and n as true and false. */
const isPlainWord = (value: Json) =>
  typeof value === 'string' &&
  /^[A-Za-z][\w-]*$/.test(value) &&
  !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value)

const member = /^(\s*)([\w.@-]+):(?:\s+(.*))?$/

/** Members, lists below them, and mappings one level down; deeper ones are left out. */
function readFields(lines: readonly string[]): JsonObject {
  const fields = new Map<string, Json>()
  let name = ''
  let block: string[] | undefined
  for (const line of lines) {
    const [, indent = '', key = '', value = ''] = member.exec(line) ?? []
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1]
    if (block && /^\s|^$/.test(line)) {
      block.push(line.trim())
      fields.set(name, block.join('\n').trim())
    } else if (item !== undefined) addItem(fields, name, item)
    else if (key !== '' && indent === '') {
      name = key
      block = /^[|>][+-]?\d?$/.test(value.trim()) ? [] : undefined
      fields.set(key, block ? '' : readValue(value))
    } else if (key !== '') addMember(fields, name, key, value)
  }
  return Object.fromEntries(fields)
}

function addItem(fields: Map<string, Json>, name: string, item: string): void {
  const isMapping = /^[\w.@-]+:\s/.test(item)
  if (name === '' || isMapping) return
  const list = fields.get(name)
  if (Array.isArray(list)) list.push(readScalar(item))
  else fields.set(name, [readScalar(item)])
}

function addMember(fields: Map<string, Json>, name: string, key: string, value: string): void {
  const parent = fields.get(name)
  if (name === '' || Array.isArray(parent)) return
  const members = isJsonObject(parent) ? Object.entries(parent) : []
  fields.set(name, Object.fromEntries([...members, [key, readValue(value)]]))
}

function readValue(text: string): Json {
  const value = text.trim()
  const json = /^[[{]/.test(value) ? parseJson(value) : undefined
  if (json !== undefined) return json
  const list = /^\[(.*)\]$/.exec(value)?.[1]
  if (list !== undefined) return splitOutsideQuotes(list).map(readScalar)
  const mapping = /^\{(.*)\}$/.exec(value)?.[1]
  if (mapping === undefined) return readScalar(value)
  const members = splitOutsideQuotes(mapping).map((each) => /^\s*([\w.-]+):\s*(.*)$/.exec(each))
  return Object.fromEntries(
    members.flatMap((found) => (found ? [[found[1], readScalar(found[2] ?? '')]] : [])),
  )
}

const splitOutsideQuotes = (text: string) =>
  (text.match(/(?:"[^"]*"|'[^']*'|[^,])+/g) ?? []).filter((part) => part.trim() !== '')

function readScalar(text: string): Json {
  const value = text.trim()
  if (value === 'true' || value === 'false') return value === 'true'
  if (value === '' || value === 'null' || value === '~') return null
  if (/^"(?:.*)"$/.test(value)) return parseJson(value) ?? value.slice(1, -1)
  if (/^'(?:.*)'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'")
  // The text must survive: 1.10 is a version and 007 a name.
  const number = Number(value)
  return Number.isFinite(number) && String(number) === value ? number : value
}

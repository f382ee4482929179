/** Converts texts, kinds and times of other tools to ours. */

import { type MemoryKind, parseKind } from '../../contract/vocabulary.ts'
import { isJsonObject, type Json, stringOf, timeOf } from '../../core/model/json.ts'
import type { ForeignRecord } from '../foreign-files/foreign-database.ts'

/** Skips a title that the text repeats, and facts that the title or the text contains. */
export function joinStatement(
  title: string | undefined,
  text: string | undefined,
  facts: readonly string[] = [],
): string {
  const body = text?.trim() ?? ''
  const head = title?.trim() ?? ''
  const isRepeated = head === '' || body.toLowerCase().includes(head.toLowerCase())
  const said = isRepeated ? body : body === '' ? head : `${head.replace(/[.:]$/, '')}: ${body}`
  const added = facts.filter((fact) => !said.toLowerCase().includes(fact.toLowerCase().trim()))
  return [said, ...added.map((fact) => `- ${fact.trim()}`)].filter((line) => line !== '').join('\n')
}

/** Reads a list stored as JSON in a text, as plain text, or not at all. */
export function textsOf(value: unknown): string[] {
  const list = typeof value === 'string' ? parseList(value) : value
  if (!Array.isArray(list)) return []
  return list.filter((each) => typeof each === 'string').filter((each) => each.trim() !== '')
}

function parseList(text: string): unknown {
  if (text.trim() === '') return []
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : [text]
  } catch {
    return [text]
  }
}

/** Returns the first of these columns that has a text, because versions rename columns. */
export function firstText(row: ForeignRecord, ...columns: readonly string[]): string | undefined {
  for (const column of columns) {
    const text = stringOf(row[column])
    if (text !== undefined) return text
  }
  return undefined
}

export const recordsOf = (value: unknown): ForeignRecord[] =>
  Array.isArray(value) ? value.filter((each) => isJsonObject(each)) : []

const kinds: Readonly<Record<string, MemoryKind>> = {
  human: 'preference',
  architecture: 'decision',
  'trade-off': 'decision',
  'why-it-exists': 'decision',
  reasoning: 'decision',
  bug: 'fix',
  bugfix: 'fix',
  'problem-solution': 'fix',
  error: 'fix',
  gotcha: 'workaround',
  workflow: 'procedure',
  'how-it-works': 'procedure',
  pattern: 'procedure',
  skill: 'procedure',
  'mini-skill': 'procedure',
  resource: 'reference',
  link: 'reference',
}

export function kindOf(name: string | undefined): MemoryKind {
  if (name === undefined) return 'fact'
  const known = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
  return parseKind(known) ?? (Object.hasOwn(kinds, known) ? kinds[known] : undefined) ?? 'fact'
}

/** SQLite's `2026-11-16 03:35:00` is UTC and does not say so. */
export function utcTime(value: Json | undefined): string | undefined {
  if (typeof value !== 'string') return timeOf(value)
  const isBare = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(value.trim())
  return timeOf(isBare ? `${value.trim().replace(' ', 'T')}Z` : value)
}

/** Reads a day or a time; without a zone it is local. */
export function localTime(value: Json | undefined): string | undefined {
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value.trim())
  return timeOf(isDay ? `${value.trim()}T00:00:00` : value)
}

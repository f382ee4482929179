/** Puts the parts in which tools keep a memory into one statement. */
import { isJsonObject } from '../../../core/model/json.ts'
import { stringOf } from '../../../core/model/json-values.ts'
import type { ForeignRecord } from '../../foreign-files/foreign-database.ts'

/** A title that the text begins with or repeats adds nothing; nor does a fact that it contains. */
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

/** A list that may be stored as JSON in a text, as plain text, or not at all. */
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

/** The first of these columns that has a text: columns are renamed from one version to the next. */
export function firstText(row: ForeignRecord, ...columns: readonly string[]): string | undefined {
  for (const column of columns) {
    const text = stringOf(row[column])
    if (text !== undefined) return text
  }
  return undefined
}

export const recordsOf = (value: unknown): ForeignRecord[] =>
  Array.isArray(value) ? value.filter((each) => isJsonObject(each)) : []

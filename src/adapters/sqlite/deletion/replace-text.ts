/** Replaces a text in columns and in JSON: in every string, including member names. */
import { hashContent } from '../../../core/memory/new-memory.ts'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import { sha256 } from '../../ids.ts'
import type { Row } from '../connection/statement.ts'

interface Replacement {
  readonly text: string
  readonly marker: string
}

export const has = (value: unknown, text: string) =>
  typeof value === 'string' && value.includes(text)

export const replaced = (value: Row[string] | undefined, { text, marker }: Replacement) =>
  typeof value === 'string' ? value.replaceAll(text, marker) : value

/** Columns with JSON among the rows with short quotes. */
const jsonColumns = new Set([
  ...['applied', 'changes', 'exceptions', 'last_call', 'moved', 'patterns', 'policy'],
  ...['files', 'written_files'],
])

export interface TextReplacement extends Replacement {
  /** The text as JSON escapes it. */
  readonly escaped: string
}

export function holdsText(
  column: string,
  value: unknown,
  { text, escaped }: TextReplacement,
): boolean {
  return has(value, jsonColumns.has(column) ? escaped : text)
}

export function replaceText(
  column: string,
  value: Row[string] | undefined,
  replacement: TextReplacement,
) {
  return jsonColumns.has(column) && has(value, replacement.escaped)
    ? replaceInJsonText(String(value), replacement)
    : replaced(value, replacement)
}

/** @param escaped the text as JSON escapes it */
export function holdsJson(value: Json, escaped: string): boolean {
  return JSON.stringify(value).includes(escaped)
}

export function replaceInJsonText(json: string, replacement: Replacement): string {
  return JSON.stringify(replaceInJson(JSON.parse(json) as Json, replacement))
}

export function replaceInJson(value: Json, replacement: Replacement): Json {
  const { text, marker } = replacement
  if (typeof value === 'string') return value.replaceAll(text, marker)
  if (Array.isArray(value)) return value.map((item) => replaceInJson(item, replacement))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([name, item]) => [
    name.replaceAll(text, marker),
    replaceInJson(item, replacement),
  ])
  return withItsHash(Object.fromEntries(entries) as Record<string, Json>)
}

/** A memory is stored with the hash of its content. */
function withItsHash(value: Record<string, Json>): Json {
  const { content, contentHash } = value
  if (typeof content !== 'string' || typeof contentHash !== 'string') return value
  return { ...value, contentHash: hashContent(content, sha256) }
}

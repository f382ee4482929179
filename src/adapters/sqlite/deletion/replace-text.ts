/** Replaces a text in JSON: in every string of it, names of fields included. */
import { hashContent } from '../../../core/memory/new-memory.ts'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import { sha256 } from '../../ids.ts'

interface Replacement {
  readonly text: string
  readonly marker: string
}

/** @param escaped the text as it is written within JSON */
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

/** A memory is kept with the hash of what it says. */
function withItsHash(value: Record<string, Json>): Json {
  const { content, contentHash } = value
  if (typeof content !== 'string' || typeof contentHash !== 'string') return value
  return { ...value, contentHash: hashContent(content, sha256) }
}

/** Reads times as tools write them. */
import type { Json } from '../../../core/model/json.ts'
import { timeOf } from '../../../core/model/json-values.ts'

/** SQLite's `2026-11-16 03:35:00` is UTC and does not say so. */
export function utcTime(value: Json | undefined): string | undefined {
  if (typeof value !== 'string') return timeOf(value)
  const isBare = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(value.trim())
  return timeOf(isBare ? `${value.trim().replace(' ', 'T')}Z` : value)
}

/** A day or a time without a zone is of this machine. */
export function localTime(value: Json | undefined): string | undefined {
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value.trim())
  return timeOf(isDay ? `${value.trim()}T00:00:00` : value)
}

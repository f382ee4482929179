/** Parses a reader's reply: items with quotes and a summary, or an error to tell the model. */
import { summaryParts } from '../../contract/digest.ts'
import { findContentFault, normaliseContent, tooLong } from '../../contract/memory-text.ts'
import { type MemoryKind, memoryKinds, memoryLimits, parseKind } from '../../contract/vocabulary.ts'
import { isJsonObject, type Json } from '../model/json.ts'
import { defaultImportance, fallbackKind } from '../model/memory.ts'
import { shorten } from '../text/shorten.ts'
import type { Quote } from './evidence.ts'
import { findJson } from './find-json.ts'

export type ParsedReply =
  | ({ readonly kind: 'read' } & ReadReply)
  | { readonly kind: 'faulty'; readonly fault: string }

export interface ReadReply {
  /** Most important first. */
  readonly items: readonly ReplyItem[]
  readonly summary: Summary
}

export interface ReplyItem {
  readonly kind: MemoryKind
  readonly content: string
  readonly importance: number
  readonly scope: 'project' | 'global'
  readonly quotes: readonly Quote[]
  /** Handles of earlier findings that it states. */
  readonly findings: readonly string[]
  readonly files: readonly string[]
  /** The handle of a known memory, or words. */
  readonly supersedes: string | undefined
}

/** One line per part; parts without content are missing. */
export type Summary = Readonly<Partial<Record<(typeof summaryFields)[number], string>>>

export const summaryFields = ['title', ...summaryParts] as const

export const mostReplyItems = 12
/** Twelve items take a third of this. */
const mostReplyCharacters = 50_000
/** Three long sentences; a longer text has several topics. */
const mostContentCharacters = 700
const mostQuotes = 6
const mostSummaryCharacters = 300

export function parseReply(text: string): ParsedReply {
  const long = tooLong(text, mostReplyCharacters)
  if (long) return { kind: 'faulty', fault: long }
  const found = findJson(text, isReply)
  if (found.kind === 'missing') return { kind: 'faulty', fault: found.fault }
  const read = (itemsOf(found.value) ?? []).map(readItem)
  const items = read.filter((item) => typeof item !== 'string')
  const fault = read.find((item) => typeof item === 'string')
  if (items.length === 0 && fault !== undefined) return { kind: 'faulty', fault }
  const summary = isJsonObject(found.value) ? readSummary(found.value.summary) : {}
  return { kind: 'read', items: items.slice(0, mostReplyItems), summary }
}

/** An empty list in the middle of prose may be anything, such as the `[ ]` of a to-do list. */
function isReply(value: Json, isAll: boolean): boolean {
  const items = itemsOf(value)
  if (!items) return false
  return isAll || !Array.isArray(value) || items.some(isJsonObject)
}

function itemsOf(value: Json): readonly Json[] | undefined {
  if (Array.isArray(value)) return value
  if (!isJsonObject(value)) return undefined
  const list = value.items ?? value.memories
  if (Array.isArray(list)) return list
  // Small models number items, as in {"1": {…}, "2": {…}}, or return a single one without a list.
  if (isJsonObject(list)) return 'content' in list ? [list] : Object.values(list)
  return 'content' in value ? [value] : undefined
}

/** @returns the item, or what is wrong with it */
function readItem(value: Json): ReplyItem | string {
  if (!isJsonObject(value)) return 'an item is not an object'
  if (typeof value.content !== 'string') return 'the content of an item is not text'
  const content = normaliseContent(value.content)
  const fault = findContentFault(content) ?? tooLong(content, mostContentCharacters)
  if (fault) return `the content of an item cannot be kept: ${fault}`
  const { kind } = value
  return {
    kind: typeof kind === 'string' ? (parseKind(kind) ?? fallbackKind) : fallbackKind,
    content,
    importance: importanceOf(value.importance),
    scope: value.scope === 'global' ? 'global' : 'project',
    quotes: listOf(value.quotes ?? value.quote)
      .slice(0, mostQuotes)
      .flatMap(readQuote),
    findings: textsOf(value.findings, mostReplyItems, mostHandleCharacters),
    files: textsOf(value.files, memoryLimits.files, memoryLimits.fileCharacters),
    supersedes: textOf(value.supersedes),
  }
}

const mostHandleCharacters = 10

const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

function readQuote(value: Json): Quote[] {
  if (typeof value === 'string') return [{ turn: 0, text: value }]
  if (!isJsonObject(value)) return []
  const text = value.text ?? value.quote
  if (typeof text !== 'string') return []
  const [turn = '0'] = /\d+/.exec(String(value.turn)) ?? []
  return [{ turn: Number(turn), text }]
}

function importanceOf(value: Json | undefined): number {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return defaultImportance
  return Math.min(1, Math.max(0, number))
}

function textsOf(value: Json | undefined, most: number, mostCharacters: number): string[] {
  const list = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  const texts = list.flatMap((one) => textOf(one) ?? [])
  return [...new Set(texts)].filter((text) => !tooLong(text, mostCharacters)).slice(0, most)
}

/** Many models write "none" for nothing. */
function textOf(value: Json | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.replace(/\s+/g, ' ').trim()
  return /^(|none|null|n\/a|nothing|-)\.?$/i.test(text) ? undefined : text
}

function readSummary(value: Json | undefined): Summary {
  if (typeof value === 'string') return readSummary({ done: value })
  if (!isJsonObject(value)) return {}
  return Object.fromEntries(
    summaryFields.flatMap((field) => {
      const text = textOf(value[field])
      return text === undefined ? [] : [[field, shorten(text, mostSummaryCharacters)]]
    }),
  )
}

const texts = { type: 'array', items: { type: 'string' } }
const text = { type: 'string' }

/** Strict APIs require every property and support no limits, so limits are checked in the reply. */
const objectOf = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

const itemProperties = {
  kind: { type: 'string', enum: memoryKinds },
  content: text,
  importance: { type: 'number' },
  scope: { type: 'string', enum: ['project', 'global'] },
  quotes: { type: 'array', items: objectOf({ turn: { type: 'integer' }, text }) },
  files: texts,
  supersedes: text,
}

const replyOf = (properties: Readonly<Record<string, object>>) =>
  objectOf({
    summary: objectOf(Object.fromEntries(summaryFields.map((field) => [field, text]))),
    items: { type: 'array', items: objectOf(properties) },
  })

export const replySchema = replyOf(itemProperties)

const { quotes: _, ...unquoted } = itemProperties
/** In the last pass over several parts, items name earlier findings instead of quoting. */
export const finalSchema = replyOf({ ...unquoted, findings: texts })

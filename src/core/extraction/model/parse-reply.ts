/** A model's reply as items, or what is wrong with it, to tell the model. */

import { findContentFault, normaliseContent, tooLong } from '../../../contract/memory-text.ts'
import {
  memoryLimits,
  parseKind,
  statableTrusts,
  type TrustLevel,
} from '../../../contract/vocabulary.ts'
import { isJsonObject, type Json, type JsonObject } from '../../model/json.ts'
import { defaultImportance, fallbackKind } from '../../model/memory.ts'
import { type ExtractedItem, mostItems } from '../../model/window.ts'
import { findJson } from './find-json.ts'
import { isExample } from './prompts.ts'

export type ParsedReply =
  | { readonly kind: 'items'; readonly items: readonly ReplyItem[] }
  | { readonly kind: 'faulty'; readonly fault: string }

/** An item before it is tied to the turns of its window. */
export interface ReplyItem extends Omit<ExtractedItem, 'sources'> {
  /** Numbered from 1. */
  readonly exchanges: readonly number[]
}

/** Five items take a tenth of this. */
const mostReplyCharacters = 50_000
/** Three long sentences; a longer text has more than one topic. */
const mostContentCharacters = 700
const mostTags = 6
const mostKeywords = 12

export function parseReply(text: string): ParsedReply {
  const long = tooLong(text, mostReplyCharacters)
  if (long) return { kind: 'faulty', fault: long }
  const found = findJson(text, isReply)
  if (found.kind === 'missing') return { kind: 'faulty', fault: found.fault }
  const given = itemsOf(found.value) ?? []
  const read = given.map(readItem)
  const items = read.filter((item) => typeof item !== 'string')
  const fault = read.find((item) => typeof item === 'string')
  if (items.length === 0 && fault !== undefined) return { kind: 'faulty', fault }
  const kept = items.filter(({ content }) => !isExample(content))
  const ranked = kept.toSorted((a, b) => b.importance - a.importance)
  return { kind: 'items', items: ranked.slice(0, mostItems) }
}

/** In the middle of prose an empty list may be anything, such as the `[ ]` of a to-do list. */
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
  return 'content' in value ? [value] : undefined
}

/** @returns or what is wrong with it */
function readItem(value: Json): ReplyItem | string {
  if (!isJsonObject(value)) return 'an item is not an object'
  if (typeof value.content !== 'string') return 'the content of an item is not text'
  const content = normaliseContent(value.content)
  const fault = findContentFault(content) ?? tooLong(content, mostContentCharacters)
  if (fault) return `the content of an item cannot be kept: ${fault}`
  const trust = trustOf(value.basis)
  return {
    kind: kindOf(value, trust),
    content,
    importance: importanceOf(value.importance),
    tags: textsOf(value.tags, mostTags, memoryLimits.tagCharacters),
    keywords: textsOf(value.keywords, mostKeywords, memoryLimits.keywordCharacters),
    scope: value.scope === 'global' ? 'global' : 'project',
    trust,
    standing: 'memory',
    files: textsOf(value.files, memoryLimits.files, memoryLimits.fileCharacters),
    supersedes: textOf(value.supersedes),
    exchanges: Array.isArray(value.exchanges)
      ? value.exchanges.filter(Number.isInteger).map(Number)
      : [],
  }
}

/** Rules are always injected, so only the user can make one. */
function kindOf(value: JsonObject, trust: TrustLevel): ExtractedItem['kind'] {
  const name = value.kind ?? value.type
  const kind = typeof name === 'string' ? (parseKind(name) ?? fallbackKind) : fallbackKind
  return kind === 'rule' && trust !== 'user' ? 'procedure' : kind
}

function trustOf(value: Json | undefined): TrustLevel {
  return statableTrusts.find((level) => level === value) ?? 'agent'
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

/** Many models write «none» for nothing. */
function textOf(value: Json | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.replace(/\s+/g, ' ').trim()
  return /^(|none|null|n\/a|-)$/i.test(text) ? undefined : text
}

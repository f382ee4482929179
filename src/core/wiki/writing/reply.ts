/** Sentences as a model gives them: each names the statements it rests on. */
import { findJson } from '../../extraction/model/find-json.ts'
import type { Json } from '../../model/json.ts'

export interface CitedSentence {
  readonly text: string
  /** Anchors of statements. */
  readonly cites: readonly string[]
}

const sentence = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    cites: { type: 'array', items: { type: 'string' } },
  },
  required: ['text', 'cites'],
  additionalProperties: false,
}

export const sentencesSchema = {
  type: 'object',
  properties: { sentences: { type: 'array', items: sentence } },
  required: ['sentences'],
  additionalProperties: false,
}

/** @returns undefined if it has no such form */
export function readSentencesReply(text: string): CitedSentence[] | undefined {
  const found = findJson(text, (value) => toSentences(value) !== undefined)
  return found.kind === 'found' ? toSentences(found.value) : undefined
}

function toSentences(value: Json): CitedSentence[] | undefined {
  if (!isObject(value) || !Array.isArray(value.sentences)) return undefined
  const sentences = value.sentences.map((each) => {
    if (!isObject(each) || typeof each.text !== 'string' || !Array.isArray(each.cites))
      return undefined
    const cites = each.cites.filter((anchor) => typeof anchor === 'string')
    return { text: each.text.trim(), cites: cites.map((anchor) => anchor.replace(/^\^/, '')) }
  })
  return sentences.every((each) => each !== undefined) ? sentences : undefined
}

function isObject(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

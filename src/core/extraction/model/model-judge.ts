/** Asks a model to judge a window, and once more if its reply cannot be read. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { MemorySource } from '../../model/memory.ts'
import type { ExtractedItem, Window } from '../../model/window.ts'
import type { Judge, LanguageModel, ModelReply, ModelRequest } from '../../ports/models.ts'
import { isWordedFrom } from '../../provenance/surely-typed.ts'
import { oneLineExcerpt } from '../../text/shorten.ts'
import { type ParsedReply, parseReply, type ReplyItem } from './parse-reply.ts'
import { extractionPrompt, repairPrompt, replySchema, sessionText } from './prompts.ts'

/** Five items take about 1,000; the rest is for models that think first. */
const mostOutputTokens = 4_000

export function createModelJudge(name: string, model: LanguageModel): Judge {
  return {
    name,
    async readiness(signal) {
      const state = await model.probe(signal)
      if (state === 'ready') return { isReady: true, detail: model.model }
      return { isReady: false, reason: state.problem, hint: state.hint }
    },
    async judge(window, signal) {
      const prompt = sessionText(window)
      const request: ModelRequest = {
        purpose: 'extract',
        sessionId: window.sessionId,
        system: extractionPrompt(window.depth, window.digest !== undefined),
        prompt,
        schema: replySchema,
        mostOutputTokens,
        isUsable,
      }
      const items = await askForItems(name, model, request, signal)
      return { items: items.map((item) => toExtracted(item, window, prompt)), model: model.model }
    },
  }
}

async function askForItems(
  name: string,
  model: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<readonly ReplyItem[]> {
  const reply = await model.complete(request, signal)
  const parsed = read(name, reply)
  if (parsed.kind === 'items') return parsed.items
  const prompt = repairPrompt(request.prompt, reply.text, parsed.fault)
  const repair = await model.complete({ ...request, purpose: 'repair', prompt }, signal)
  const repaired = read(name, repair)
  if (repaired.kind === 'items') return repaired.items
  throw new ThroughlineError(
    'model-rejected-input',
    `the reply of ${name} could not be used, twice: ${repaired.fault}`,
    { hint: 'another model may do better' },
  )
}

/** A refusal is an answer: the model works. */
function isUsable({ text, isCut, isRefusal }: ModelReply): boolean {
  return isRefusal || (!isCut && parseReply(text).kind === 'items')
}

function read(name: string, reply: ModelReply): ParsedReply {
  if (reply.isRefusal) {
    const message = `${name} would not answer: ${oneLineExcerpt(reply.text) || 'it gave no reason'}`
    throw new ThroughlineError('model-rejected-input', message)
  }
  const parsed = parseReply(reply.text)
  if (parsed.kind === 'items' || !reply.isCut) return parsed
  return { kind: 'faulty', fault: 'it was too long and was cut' }
}

function toExtracted(item: ReplyItem, window: Window, shown: string): ExtractedItem {
  const { exchanges, files, ...rest } = item
  const sources = sourcesOf(exchanges, window)
  const cited = window.exchanges.filter(({ turnId }) => sources.some(({ ref }) => ref === turnId))
  const typed = cited.map((exchange) => exchange.surelyTyped).join('\n')
  const isSure = rest.trust !== 'user' || isWordedFrom(rest.content, typed)
  return {
    ...rest,
    standing: isSure ? rest.standing : 'candidate',
    // Models invent paths: only those in the session they were shown are kept.
    files: files.filter((file) => shown.includes(file)),
    sources,
  }
}

/** The turns that the item names; all of them if it names no existing one. */
function sourcesOf(numbers: readonly number[], { exchanges }: Window): MemorySource[] {
  const turnIds = exchanges.map(({ turnId }) => turnId)
  const named = numbers.flatMap((number) => turnIds[number - 1] ?? [])
  const refs = named.length > 0 ? named : turnIds.filter((id) => id !== undefined)
  return [...new Set(refs)].map((ref) => ({ type: 'turn', ref }))
}

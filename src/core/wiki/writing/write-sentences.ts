/** Asks models for sentences about statements, and once more if they break the rules. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { LanguageModel, ModelPurpose, ModelReply } from '../../ports/models.ts'
import { renderLink } from '../format/links.ts'
import type { PagePath } from '../model.ts'
import { findFault, type WritingRules } from './check-sentences.ts'
import {
  againPrompt,
  asData,
  type CitedSentence,
  readSentencesReply,
  sentencesSchema,
} from './prompts.ts'

export interface WritingTask {
  readonly purpose: ModelPurpose
  readonly system: string
  readonly prompt: string
  readonly rules: WritingRules
}

export type Writing =
  | {
      readonly kind: 'written'
      readonly sentences: readonly CitedSentence[]
      readonly model: string
    }
  /** The model has nothing to say about these statements. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly fault: string }

/** Four sentences take about 300; the rest is for models that think first. */
const mostOutputTokens = 2_000

/**
 * @param models in the order of asking, at least one
 * @throws ThroughlineError of the last model if none could be asked
 */
export async function writeSentences(
  task: WritingTask,
  models: readonly LanguageModel[],
  signal: AbortSignal,
): Promise<Writing> {
  let failure: unknown
  for (const model of models) {
    try {
      const state = await model.probe(signal)
      if (state === 'ready') return await writeWith(model, task, signal)
      failure ??= new ThroughlineError('model-misconfigured', state.problem, { hint: state.hint })
    } catch (error) {
      signal.throwIfAborted()
      failure = error
      if (isExhausted(error)) break
    }
  }
  throw failure
}

export const isExhausted = (error: unknown) =>
  error instanceof ThroughlineError && error.code === 'budget-exhausted'

async function writeWith(
  model: LanguageModel,
  task: WritingTask,
  signal: AbortSignal,
): Promise<Writing> {
  const first = await ask(model, task, task.prompt, signal)
  const fault = faultOf(first, task)
  if (fault === undefined) return accept(first, model)
  const prompt = againPrompt(task.prompt, asData(first.text), fault)
  const second = await ask(model, task, prompt, signal)
  const again = faultOf(second, task)
  return again === undefined ? accept(second, model) : { kind: 'refused', fault: again }
}

interface Answer {
  readonly text: string
  readonly sentences: readonly CitedSentence[] | undefined
}

async function ask(
  model: LanguageModel,
  { purpose, system }: WritingTask,
  prompt: string,
  signal: AbortSignal,
): Promise<Answer> {
  const reply = await model.complete(
    {
      ...{ purpose, system, prompt, schema: sentencesSchema, mostOutputTokens, isUsable },
      sessionId: undefined,
    },
    signal,
  )
  return { text: reply.text, sentences: isUsable(reply) ? read(reply) : undefined }
}

/** A text that breaks the rules is not a failure of the model, which would pause learning too. */
const isUsable = (reply: ModelReply) => reply.isRefusal || read(reply) !== undefined

const read = ({ text, isCut, isRefusal }: ModelReply) => {
  if (isRefusal) return []
  return isCut ? undefined : readSentencesReply(text)
}

function faultOf({ sentences }: Answer, { rules }: WritingTask): string | undefined {
  if (!sentences) return 'it is not JSON of the form that was asked for'
  return sentences.length === 0 ? undefined : findFault(sentences, rules)
}

function accept({ sentences = [] }: Answer, { model }: LanguageModel): Writing {
  return sentences.length === 0 ? { kind: 'nothing' } : { kind: 'written', sentences, model }
}

/**
 * Sentences with their citations as links, in one line.
 * @param homeOf the page with a statement; empty for the page that the text is on
 */
export function renderSentences(
  sentences: readonly CitedSentence[],
  homeOf: (anchor: string) => PagePath,
): string {
  const numbers = new Map<string, number>()
  const cite = (anchor: string) => {
    const number = numbers.get(anchor) ?? numbers.size + 1
    numbers.set(anchor, number)
    return renderLink(homeOf(anchor), String(number), anchor)
  }
  return sentences
    .map(({ text, cites }) => {
      const links = [...new Set(cites)].map(cite).join(' ')
      return `${text.slice(0, -1).trimEnd()} ${links}${text.slice(-1)}`
    })
    .join(' ')
}

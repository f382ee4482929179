/** How to learn from sessions: asked once on a terminal, or given with `--learn`. */
import type { LearningWays, OllamaServer } from '../../../compose/learning.ts'
import type { Config } from '../../../contract/config.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { modelOf } from '../../../contract/learning-text.ts'
import { type ReadingAgent, readingAgents } from '../../../contract/vocabulary.ts'
import { usualSessionPrice } from '../../../core/ledger/prices.ts'
import {
  type LearningChoice,
  type OllamaModel,
  type SettingChanges,
  settingsFor,
} from '../../../core/setup/operations.ts'
import type { CliContext } from '../context.ts'
import { wholeNumber, wrap } from '../present.ts'
import { askChoice } from '../user-input.ts'
import type { HostOptions } from './host-choice.ts'

export interface LearningOptions extends HostOptions {
  learn?: LearningChoice
}

/**
 * The settings to change; none keeps the current ones.
 * @throws ThroughlineError `not-found` if what `--learn` names is not there
 */
export async function chooseLearning(
  context: CliContext,
  options: LearningOptions,
): Promise<SettingChanges> {
  const { findLearningWays, isLearningSet } = await import('../../../compose/learning.ts')
  const canAsk = context.isTerminal && !options.yes && !options.json && !options.dryRun
  const isAsked = canAsk && !options.learn && !isLearningSet(context.paths)
  if (!options.learn && !isAsked) return []
  if (options.learn === 'local') return settingsFor('off')
  const config = await context.loadConfig()
  const ways = await findLearningWays(config, context.env, AbortSignal.timeout(longestMs))
  if (options.learn) return settle(context, config, ways, options.learn)
  const choice = await ask(context, config, ways)
  if (choice === undefined) return []
  return settle(context, config, ways, choice).catch((error: unknown) => {
    if (!(error instanceof ThroughlineError)) throw error
    context.print(`${error.message}; local rules stay on`)
    return []
  })
}

/** Several models may need loading. */
const longestMs = 5 * 60_000

async function ask(
  context: CliContext,
  config: Config,
  ways: LearningWays,
): Promise<LearningChoice | undefined> {
  const offers = offersOf(config, ways)
  if (offers.length === 1) return undefined
  context.print()
  for (const line of wrap(introduction, widthOf(context))) context.print(line)
  context.print()
  const indent = ' '.repeat(Math.max(...offers.map(({ choice }) => choice.length)) + 4)
  for (const { choice, text } of offers) {
    const [first = '', ...more] = wrap(text, widthOf(context) - indent.length)
    context.print(`  ${choice.padEnd(indent.length - 2)}${first}`)
    for (const line of more) context.print(indent + line)
  }
  context.print()
  const choices = offers.map(({ choice, label }) => ({ value: choice, label }))
  return askChoice(context, 'Who should read your sessions?', choices)
}

const introduction =
  'Throughline learns memories from your sessions. A model that reads each session once, when it ' +
  'ends, finds far more than local rules and words it better. It gets redacted text only.'

const widthOf = ({ columns = 80 }: CliContext) => Math.min(columns, 80)

interface Offer {
  readonly choice: LearningChoice
  readonly label: string
  readonly text: string
}

/** The first is preselected. */
function offersOf(config: Config, { agents, ollama }: LearningWays): Offer[] {
  const local: Offer = {
    choice: 'local',
    label: 'local: free, nothing is sent',
    text: 'Only rules on this machine. Free, and nothing is sent, but they find little.',
  }
  const server: Offer = {
    choice: 'ollama',
    label: 'ollama: free',
    text: `A model on your Ollama server (${ollama.url}). Free.`,
  }
  const found = agents.map((agent) => offerAgent(agent, config))
  const [first, ...others] = [...found, ...(ollama.models?.length ? [server] : []), local]
  return first === local || !first
    ? [local]
    : [{ ...first, label: `${first.label} (recommended)` }, ...others]
}

/** Of somebody who works with an agent every day. */
const usualWeekSessions = 40

function offerAgent(agent: ReadingAgent, { models, budget }: Config): Offer {
  const { tokens, costUsd } = usualSessionPrice(agent, models)
  const model = modelOf(agent, models)
  const cap = budget.dailyUsd === 0 ? '' : `, at most $${budget.dailyUsd.toFixed(2)} a day`
  const who = `Your own ${agent}${model === '' ? ', with the model it is set to' : ` (${model})`}.`
  const amount = `a week of ${usualWeekSessions} sessions, ${wholeNumber(tokens)} tokens each`
  const bill = 'It counts toward your plan or API bill.'
  if (costUsd === undefined) {
    return {
      choice: agent,
      label: `${agent}: price of the model it is set to`,
      text: `${who} In ${amount}${cap}. ${bill}`,
    }
  }
  const price = inCents(costUsd * usualWeekSessions)
  return {
    choice: agent,
    label: `${agent}: about ${price} a week`,
    text: `${who} About ${price} for ${amount}${cap}. ${bill}`,
  }
}

/** Rounded up, because a low estimate would be a bad surprise. */
const inCents = (usd: number) => `$${(Math.ceil(usd * 100 - 1e-9) / 100).toFixed(2)}`

async function settle(
  context: CliContext,
  { models }: Config,
  { agents, ollama }: LearningWays,
  choice: LearningChoice,
): Promise<SettingChanges> {
  if (choice === 'local') return settingsFor('off')
  if (choice === 'ollama') return settingsFor('ollama', await findModel(context, ollama))
  const [agent] = choice === 'agent' ? agents : agents.filter((found) => found === choice)
  if (agent) return settingsFor(agent)
  if (choice !== 'agent') {
    throw new ThroughlineError('not-found', `command not found: ${models.commands[choice]}`, {
      hint: `install it, or set models.commands`,
    })
  }
  throw new ThroughlineError('not-found', 'no coding agent that can read sessions was found', {
    hint: `install one of ${readingAgents.join(', ')}`,
  })
}

async function findModel(context: CliContext, server: OllamaServer): Promise<OllamaModel> {
  const { url, models } = server
  if (!models) {
    throw new ThroughlineError('not-found', `no Ollama server answers at ${url}`, {
      hint: 'start it with ollama serve, or set OLLAMA_HOST',
    })
  }
  const { findOllamaModel } = await import('../../../compose/learning.ts')
  const tried: string[] = []
  const onTry = (model: string) => {
    tried.push(model)
    context.writeError(`Trying ${model} ...\n`)
  }
  const model = await findOllamaModel(server, onTry, AbortSignal.timeout(longestMs))
  if (model !== undefined) return { url, model }
  const message =
    tried.length === 0
      ? `${url} has no small language model`
      : `no model on ${url} answered with JSON (tried ${tried.join(', ')})`
  throw new ThroughlineError('not-found', message, { hint: 'ollama pull qwen3:4b' })
}

/** How to learn from sessions: asked once on a terminal, or given with `--learn`. */
import type { LearningWays, OllamaServer } from '../../../compose/learning.ts'
import type { Config } from '../../../contract/config.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
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
  if (options.learn === 'local') return settingsFor('local')
  const config = await context.loadConfig()
  const ways = await findLearningWays(config, context.env, AbortSignal.timeout(longestMs))
  if (options.learn) return settle(context, config, ways, options.learn)
  const choice = await ask(context, config, ways)
  if (choice !== 'ollama') return choice ? settingsFor(choice) : []
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
  for (const { choice, text } of offers) {
    const [first = '', ...more] = wrap(text, widthOf(context) - indent.length)
    context.print(`  ${choice.padEnd(indent.length - 2)}${first}`)
    for (const line of more) context.print(indent + line)
  }
  context.print()
  const choices = offers.map(({ choice, label }) => ({ value: choice, label }))
  return askChoice(context, 'How should it learn?', choices)
}

const introduction =
  'Throughline learns memories from your sessions. Local rules do that for free; a model finds ' +
  'more and words it better. A model gets redacted text only.'

const indent = ' '.repeat(10)
const widthOf = ({ columns = 80 }: CliContext) => Math.min(columns, 80)

interface Offer {
  readonly choice: LearningChoice
  readonly label: string
  readonly text: string
}

function offersOf({ models, budget }: Config, { hasAgent, ollama }: LearningWays): Offer[] {
  const { tokens, costUsd } = usualSessionPrice(models)
  const price = inCents(costUsd)
  const cap = budget.dailyUsd === 0 ? '' : `, at most $${budget.dailyUsd.toFixed(2)} a day`
  const local: Offer = {
    choice: 'local',
    label: 'local: free, nothing is sent',
    text: 'Rules on this machine. Free, and nothing is sent.',
  }
  const agent: Offer = {
    choice: 'agent',
    label: `agent: about ${price} a session`,
    text:
      `Your own claude reads each session once, when it ends: a digest and what you said. About ` +
      `${wholeNumber(tokens)} tokens or ${price} a session${cap}. It counts toward your ` +
      'Claude plan or API bill.',
  }
  const server: Offer = {
    choice: 'ollama',
    label: 'ollama: free',
    text: `A model on your Ollama server (${ollama.url}) reads each turn. Free.`,
  }
  return [local, ...(hasAgent ? [agent] : []), ...(ollama.models?.length ? [server] : [])]
}

/** Rounded up, because a low estimate would be a bad surprise. */
const inCents = (usd: number) => `$${(Math.ceil(usd * 100) / 100).toFixed(2)}`

async function settle(
  context: CliContext,
  { models }: Config,
  { hasAgent, ollama }: LearningWays,
  choice: LearningChoice,
): Promise<SettingChanges> {
  if (choice === 'ollama') return settingsFor('ollama', await findModel(context, ollama))
  if (hasAgent) return settingsFor('agent')
  throw new ThroughlineError('not-found', `command not found: ${models.claude.command}`, {
    hint: 'install Claude Code, or set models.claude.command',
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

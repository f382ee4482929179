/** What it costs to have the agent's own command read a session. */
import type { Config } from '../../contract/config.ts'
import { costOf, priceOf } from './prices.ts'

/**
 * A session's digest and own words with our prompt, and a reply: the median of 86 real sessions is
 * 1,800 tokens in, the largest 4,700; the client adds some of its own.
 */
const usualSession = { inputTokens: 2_500, outputTokens: 500 }

export interface SessionPrice {
  readonly tokens: number
  readonly costUsd: number
}

export function usualSessionPrice({ claudeCli, prices }: Config['models']): SessionPrice {
  const { inputTokens, outputTokens } = usualSession
  const price = priceOf(claudeCli.model, false, prices)
  return { tokens: inputTokens + outputTokens, costUsd: costOf(price, inputTokens, outputTokens) }
}

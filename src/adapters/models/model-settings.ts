/** What an adapter of an API is told, and what is wrong with it before anything is asked. */
import { ThroughlineError } from '../../contract/errors.ts'

export interface ModelSettings {
  readonly model: string
  /** Empty for its usual one. */
  readonly url: string
  /** The key itself, read from the variable. */
  readonly apiKey: string | undefined
  readonly apiKeyVariable: string
  readonly timeoutMs: number
}

export interface Problem {
  readonly problem: string
  readonly hint: string
}

/** A reply is a few kilobytes; whatever sends more is no model answering us. */
export const mostReplyBytes = 1_000_000

/** A server on this machine seldom wants a key. */
export function findMissingKey(settings: ModelSettings): Problem | undefined {
  const { apiKey, apiKeyVariable, url } = settings
  if (apiKey || apiKeyVariable === '' || isLoopback(url)) return undefined
  return {
    problem: `the variable ${apiKeyVariable} is not set`,
    hint: `export ${apiKeyVariable} where throughline and its daemon start`,
  }
}

export function isLoopback(url: string): boolean {
  if (url === '') return false
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

export function misconfigured({ problem, hint }: Problem): ThroughlineError {
  return new ThroughlineError('model-misconfigured', problem, { hint, wasRefused: true })
}

/** Settings of a model API, and problems that show before the first request. */
import { ThroughlineError } from '../../contract/errors.ts'

export interface ModelSettings {
  readonly model: string
  /** Empty for the default. */
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

/** Replies are a few kilobytes; anything larger is not a model's reply. */
export const mostReplyBytes = 1_000_000

/** A local server rarely needs a key. */
export function findMissingKey(settings: ModelSettings): Problem | undefined {
  const { apiKey, apiKeyVariable, url } = settings
  if (apiKey || apiKeyVariable === '' || isLoopback(url)) return undefined
  return {
    problem: `the environment variable ${apiKeyVariable} is not set`,
    hint: `export ${apiKeyVariable} in the shell that starts the daemon`,
  }
}

export function isLoopback(url: string): boolean {
  if (url === '') return false
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

export function misconfigured({ problem, hint }: Problem): ThroughlineError {
  return new ThroughlineError('model-misconfigured', problem, { hint, wasRefused: true })
}

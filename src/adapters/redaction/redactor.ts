/**
 * The redactor: our own rules and secretlint's, most specific first, so each marker names the kind
 * of secret as precisely as possible.
 */
import type { Redactor } from '../../core/ports/redactor.ts'
import { isCookieValue, redactAuthorization, redactSchemes } from './authorization.ts'
import { redactBotTokens } from './bot-tokens.ts'
import { redactCommandLines } from './command-lines.ts'
import { anyLiteral } from './literal.ts'
import { redacted } from './marker.ts'
import { redactPrivateKeys } from './private-keys.ts'
import { removePrivateSpans } from './private-spans.ts'
import { redactAssignments } from './redact-assignments.ts'
import { redactTokens, tokenPrefixes } from './redact-tokens.ts'
import { isSecretValue } from './secret-assignment.ts'
import { secretName } from './secret-names.ts'
import { redactBySecretlint, secretlintTriggers } from './secretlint-rules.ts'
import { redactUrlCredentials } from './url-credentials.ts'

const steps: readonly ((text: string) => string)[] = [
  removePrivateSpans,
  redactPrivateKeys,
  redactKnownTokens,
  redactBotTokens,
  redactUrlCredentials,
  redactAssignments,
  redactSchemes,
  redactCommandLines,
]

const anyTokenStart = anyLiteral([...tokenPrefixes, ...secretlintTriggers])

/** Most texts contain no token; one search for both rule sets takes 20 µs per 4 KB instead of 40. */
function redactKnownTokens(text: string): string {
  return text.search(anyTokenStart) < 0 ? text : redactBySecretlint(redactTokens(text))
}

export function createRedactor(): Redactor {
  return { redact, redactMember }
}

const mostPasses = 6

/**
 * Repeats until nothing changes, because removing one secret can join the parts of another. A text
 * that never settles was made to hide something.
 */
function redact(text: string): string {
  if (text.length < shortestSecret) return text
  try {
    let current = text
    for (let pass = 0; pass < mostPasses; pass++) {
      const next = steps.reduce((result, step) => step(result), current)
      if (next === current) return current
      current = next
    }
  } catch {
    // A step fails only when memory or stack runs out; then the text is not stored.
  }
  return redacted('unreadable')
}

const shortestSecret = 6

function redactMember(key: string, value: string): string {
  const name = secretName(key)
  const text = redact(value)
  if (name === undefined) return text
  if (name.kind === 'authorization') return redactAuthorization(text) ?? text
  if (name.kind === 'cookie') return isCookieValue(text) ? redacted(name.kind) : text
  return isSecretValue(name, text, 'quoted') ? redacted(name.kind) : text
}

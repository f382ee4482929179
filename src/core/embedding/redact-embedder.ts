/** An embedder that is told no secrets, and whose errors tell none. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Redactor } from '../ports/redactor.ts'

/** Documents are stored redacted; what a person asks is not. */
export function redactEmbedder(embedder: Embedder, redactor: Redactor): Embedder {
  return {
    model: embedder.model,
    dimensions: embedder.dimensions,
    async embed(texts, purpose, signal) {
      try {
        return await embedder.embed(
          texts.map((text) => redactor.redact(text)),
          purpose,
          signal,
        )
      } catch (error) {
        throw redactError(error, redactor)
      }
    },
  }
}

/** Providers repeat a key they do not accept. */
export function redactError(error: unknown, redactor: Redactor): unknown {
  if (!(error instanceof ThroughlineError)) return error
  const message = redactor.redact(error.message)
  if (message === error.message) return error
  const { code, hint, retryAfterMs, wasRefused } = error
  return new ThroughlineError(code, message, { hint, retryAfterMs, wasRefused })
}

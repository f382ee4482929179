/** An embedder whose texts and errors are redacted. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { Embedder } from '../ports/models.ts'
import type { Redactor } from '../ports/redactor.ts'

/** Documents are stored redacted, but questions are not. */
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

/** Providers quote a rejected key in their errors. */
export function redactError(error: unknown, redactor: Redactor): unknown {
  if (!(error instanceof ThroughlineError)) return error
  const message = redactor.redact(error.message)
  if (message === error.message) return error
  const { code, hint, retryAfterMs, wasRefused, usage } = error
  return new ThroughlineError(code, message, { hint, retryAfterMs, wasRefused, usage })
}

/** The maximum cost of a request in tokens, before it is sent. */
import type { ModelRequest } from '../ports/models.ts'

/** What providers add: roles, their wording of the schema, a client's own prompt. */
const framingTokens = 1_000

/** No tokenizer produces more tokens than bytes, in any language. */
export function mostTokens(text: string): number {
  return new TextEncoder().encode(text).length
}

export function mostInputTokens({ system, prompt, schema }: ModelRequest): number {
  return (
    mostTokens(system) + mostTokens(prompt) + mostTokens(JSON.stringify(schema)) + framingTokens
  )
}

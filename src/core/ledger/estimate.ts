/** The most a request may take, told before it is made. */
import type { ModelRequest } from '../ports/language-model.ts'

/** What providers add of their own: roles, the schema as they word it, a client's own words. */
const framingTokens = 1_000

/** No tokeniser makes more tokens than there are bytes, whatever the language. */
export function mostTokens(text: string): number {
  return new TextEncoder().encode(text).length
}

export function mostInputTokens({ system, prompt, schema }: ModelRequest): number {
  return (
    mostTokens(system) + mostTokens(prompt) + mostTokens(JSON.stringify(schema)) + framingTokens
  )
}

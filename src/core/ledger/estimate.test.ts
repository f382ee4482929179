import { expect, test } from 'vitest'
import { modelRequest } from '../../../test/support/models/model-request.ts'
import { mostInputTokens, mostTokens } from './estimate.ts'

/** One token a character, or a byte where none has it whole, is the worst there is. */
test.each([
  ['plain English', 'The quick brown fox jumps over the lazy dog.', 10],
  ['single signs', '{}[]<>;:!?', 10],
  ['digits', '0123456789', 10],
  ['Japanese', '日本語を話します', 8],
  ['rare characters, several tokens each', '龘𠮷', 7],
  ['emoji', '👩‍👩‍👧', 11],
])('%s never takes more than is estimated', (_, text, tokens) => {
  expect(mostTokens(text)).toBeGreaterThanOrEqual(tokens)
})

test('everything that is sent counts', () => {
  const more = { ...modelRequest, prompt: `${modelRequest.prompt} More.` }
  expect(mostInputTokens(more)).toBe(mostInputTokens(modelRequest) + 6)
  expect(mostInputTokens({ ...modelRequest, system: '' })).toBeLessThan(
    mostInputTokens(modelRequest),
  )
})

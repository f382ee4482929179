/** A request as a judge makes it. */
import type { ModelRequest } from '../../../src/core/ports/models.ts'

export const modelRequest: ModelRequest = {
  purpose: 'read',
  sessionId: undefined,
  system: 'Be brief.',
  prompt: 'What is there?',
  schema: { type: 'object' },
  mostOutputTokens: 77,
}

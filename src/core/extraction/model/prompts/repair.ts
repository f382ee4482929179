/** Asks once more after a reply that could not be read. */
import { asMaterial } from './session-text.ts'

const mostRepeatedCharacters = 4_000

export function repairPrompt(prompt: string, reply: string, fault: string): string {
  const repeated = asMaterial(reply.slice(0, mostRepeatedCharacters))
  return `${prompt}

You answered this before, and it could not be used: ${fault}.
<reply>
${repeated}
</reply>
Answer again, with JSON of the form you were told and nothing else. If it was too long, give fewer items.`
}

/** How often a prompt gets lines. What they are worth is for a reader to say. */
import { linesIn } from '../real-sessions/read-results.ts'
import type { Replay } from '../real-sessions/results.ts'
import { type Figure, share } from './figures.ts'

export function measurePrompts(replays: readonly Replay[]): Figure[] {
  const prompts = replays.flatMap(humanPrompts)
  const answered = prompts.filter(({ lines }) => lines > 0)
  const lines = answered.reduce((sum, prompt) => sum + prompt.lines, 0)
  return [
    { name: 'prompts', value: prompts.length },
    { name: 'prompt.share', value: share(answered.length, prompts.length), atMost: 0.12 },
    { name: 'prompt.lines', value: lines },
  ]
}

interface PromptAnswer {
  readonly lines: number
}

/** Of every prompt that a human typed. */
function humanPrompts({ source, given }: Replay): PromptAnswer[] {
  const atPrompts = given.filter(({ hook }) => hook === 'UserPromptSubmit')
  return source.sessions.flatMap(({ id, turns }) =>
    turns.flatMap(({ auto }, index) => {
      const own = atPrompts.find(({ session, turn }) => session === id && turn === index + 1)
      return auto ? [] : [{ lines: linesIn(own?.text ?? '').length }]
    }),
  )
}

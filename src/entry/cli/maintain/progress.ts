/** Progress of long work: a bar on a terminal, plain lines elsewhere. */
import type { CliContext } from '../context.ts'

export interface Progress {
  advance(message: string, steps?: number): void
  done(message: string): void
}

export async function startProgress(
  context: CliContext,
  title: string,
  steps: number,
): Promise<Progress> {
  if (!context.isTerminal) {
    let step = 0
    return {
      advance(message, by = 1) {
        step += by
        context.print(`[${step}/${steps}] ${message}`)
      },
      done: (message) => context.print(message),
    }
  }
  const { progress } = await import('@clack/prompts')
  const bar = progress({ max: steps, size: barCells, ...context.input?.streams })
  bar.start(title)
  // A line that is too long for the terminal stays behind at every redraw.
  const room = (context.columns ?? 80) - barCells - besidesBar
  return {
    advance: (message, by = 1) => bar.advance(by, message.slice(0, room)),
    done: (message) => bar.stop(message),
  }
}

const barCells = 20
/** A symbol in front, dots behind, and spaces between. */
const besidesBar = 8

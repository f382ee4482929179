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
  const bar = progress({ max: steps })
  bar.start(title)
  return {
    advance: (message, by = 1) => bar.advance(by, message),
    done: (message) => bar.stop(message),
  }
}

/** Progress of long work: a bar on a terminal, plain lines elsewhere. */
import { stdin } from 'node:process'
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
  const { streams } = context.input ?? {}
  const bar = progress({ max: steps, size: barCells, cancelMessage: 'Stopping', ...streams })
  bar.start(title)
  // In raw mode Ctrl-C is a key, for which the bar ends the process with 0 before anything is said.
  if (!streams) stdin.setRawMode?.(false)
  // A line that is too long for the terminal stays behind at every redraw.
  const room = (context.columns ?? 80) - barCells - besidesBar
  return {
    advance: (message, by = 1) => bar.advance(by, message.slice(0, room)),
    done: (message) => (bar.isCancelled ? context.print(message) : bar.stop(message)),
  }
}

const barCells = 20
/** A symbol in front, dots behind, and spaces between. */
const besidesBar = 8

export const duration = (seconds: number) =>
  seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`

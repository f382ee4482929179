/** Errors as text: a line and a hint, or JSON. Never a stack trace. */
import { ThroughlineError } from '../../contract/errors.ts'
import { visibleText } from '../../core/text/visible-text.ts'
import { wrapLine } from './present/fit-text.ts'

/** @param columns of the terminal that shows it; without one each part stays a line */
export function errorText(
  error: unknown,
  asJson: boolean,
  columns = Number.POSITIVE_INFINITY,
): string {
  const known = error instanceof ThroughlineError ? error : undefined
  const code = known?.code ?? 'internal'
  const message = shorten(error instanceof Error ? error.message : String(error))
  const hint = known ? known.hint : 'this is a bug; throughline doctor may show more'
  if (asJson) return `${JSON.stringify({ error: { code, message, hint } })}\n`
  const parts = [
    `throughline: ${visibleText(message)}`,
    ...(hint ? [`  ${visibleText(hint)}`] : []),
  ]
  const lines = parts.flatMap((part) => part.split('\n')).flatMap((line) => wrapLine(line, columns))
  return `${lines.join('\n')}\n`
}

/** A word that somebody pasted by mistake is not repeated whole. */
function shorten(message: string): string {
  return message.replace(/\S{300,}/g, (word) => `${word.slice(0, 100)}…`)
}

/** `throughline list | head -1` ends silently; a full disk is an error. */
export function endWhenOutputFails(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    endWith(outputError(error))
  })
  process.on('uncaughtException', endWith)
}

export function outputError(error: Error): ThroughlineError {
  const message = `the output cannot be written: ${error.message}`
  return new ThroughlineError('internal', message, { cause: error })
}

function endWith(error: Error): never {
  process.stderr.write(errorText(error, process.argv.includes('--json'), process.stderr.columns))
  process.exit(1)
}

/** Errors as text: a line and a hint, or JSON. Never a stack trace. */
import { ThroughlineError } from '../../contract/errors.ts'
import { visibleText } from '../../core/text/visible-text.ts'

export function errorText(error: unknown, asJson: boolean): string {
  const known = error instanceof ThroughlineError ? error : undefined
  const code = known?.code ?? 'internal'
  const message = error instanceof Error ? error.message : String(error)
  const hint = known ? known.hint : 'this is a bug; throughline doctor may show more'
  if (asJson) return `${JSON.stringify({ error: { code, message, hint } })}\n`
  return `throughline: ${visibleText(message)}\n${hint ? `  ${visibleText(hint)}\n` : ''}`
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
  process.stderr.write(errorText(error, process.argv.includes('--json')))
  process.exit(1)
}

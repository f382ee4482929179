/** What went wrong, for standard error: a line and a hint, or JSON. Never a stack trace. */
import { ThroughlineError } from '../../contract/errors.ts'
import { plain } from './present.ts'

export function errorText(error: unknown, asJson: boolean): string {
  const known = error instanceof ThroughlineError ? error : undefined
  const code = known?.code ?? 'internal'
  const message = error instanceof Error ? error.message : String(error)
  const hint = known ? known.hint : 'this is a fault of ours; throughline doctor may tell more'
  if (asJson) return `${JSON.stringify({ error: { code, message, hint } })}\n`
  return `throughline: ${plain(message)}\n${hint ? `  ${plain(hint)}\n` : ''}`
}

/** @param error of standard output, such as that of a disk that is full */
export function unprinted(error: Error): ThroughlineError {
  const message = `what there is to say cannot be written: ${error.message}`
  return new ThroughlineError('internal', message, { cause: error })
}

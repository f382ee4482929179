/** Errors as text: a line and a hint, or JSON. Never a stack trace. */
import { ThroughlineError } from '../../contract/errors.ts'
import { visibleText } from '../../core/text/visible-text.ts'
import { wrapLine } from './present/fit-text.ts'

/** @param columns width of the terminal; if absent, each part stays on one line */
export function errorText(
  error: unknown,
  asJson: boolean,
  columns = Number.POSITIVE_INFINITY,
): string {
  const known = error instanceof ThroughlineError ? error : undefined
  const code = known?.code ?? 'internal'
  const message = shorten(error instanceof Error ? error.message : String(error))
  const hint = known ? known.hint : 'this is a bug; with NODE_DEBUG=throughline it shows where'
  if (asJson) return `${JSON.stringify({ error: { code, message, hint } })}\n`
  const parts = [
    `throughline: ${visibleText(message)}`,
    ...(hint ? [`  ${visibleText(hint)}`] : []),
  ]
  const lines = parts.flatMap((part) => part.split('\n')).flatMap((line) => wrapLine(line, columns))
  return `${lines.join('\n')}\n`
}

/** A long word was probably pasted by mistake, so only its start is repeated. */
function shorten(message: string): string {
  return message.replace(/\S{300,}/g, (word) => `${word.slice(0, 100)}…`)
}

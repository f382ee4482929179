/** Reports where a settings file cannot be parsed. */
import { ThroughlineError } from '../../../contract/errors.ts'

export interface TextPosition {
  /** Both start at 1. */
  readonly line: number
  readonly column: number
}

export function malformedAt(
  file: string,
  text: string,
  offset: number,
  problem: string,
): ThroughlineError {
  const linesBefore = text.slice(0, offset).split(/\r\n|\r|\n/)
  const column = (linesBefore.at(-1) ?? '').length + 1
  return malformed(file, { line: linesBefore.length, column }, problem)
}

export function malformed(
  file: string,
  { line, column }: TextPosition,
  problem: string,
): ThroughlineError {
  const message = `${file} ${problem} (line ${line}, column ${column})`
  return new ThroughlineError('malformed-settings', message, {
    hint: 'correct the file there and run the command again; nothing was changed',
  })
}

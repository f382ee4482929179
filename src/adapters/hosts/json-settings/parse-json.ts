/** JSON settings as people write them: with comments, trailing commas and byte order marks. */
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { ThroughlineError } from '../../../contract/errors.ts'

/** @returns undefined for a text with no value in it: empty, white space, comments only. */
export function parseJson(file: string, text: string): Node | undefined {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true })
  const [first] = errors
  if (first) {
    const problem = inWords(printParseErrorCode(first.error))
    throw malformedAt(file, text, first.offset, `is not valid JSON: ${problem}`)
  }
  return root
}

export function malformedAt(
  file: string,
  text: string,
  offset: number,
  problem: string,
): ThroughlineError {
  const linesBefore = text.slice(0, offset).split(/\r\n|\r|\n/)
  const column = (linesBefore.at(-1) ?? '').length + 1
  const position = `line ${linesBefore.length}, column ${column}`
  return new ThroughlineError('malformed-settings', `${file} ${problem} (${position})`, {
    hint: 'correct the file there and run the command again; nothing was changed',
  })
}

/** `CommaExpected` as `comma expected`. */
function inWords(errorName: string): string {
  return errorName.replace(/(?!^)([A-Z])/g, ' $1').toLowerCase()
}

/** JSON settings as people write them: with comments, trailing commas and byte order marks. */
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { malformedAt } from '../malformed-settings.ts'

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

/** `CommaExpected` as `comma expected`. */
function inWords(errorName: string): string {
  return errorName.replace(/(?!^)([A-Z])/g, ' $1').toLowerCase()
}

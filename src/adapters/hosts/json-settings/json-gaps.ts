/** What stands between the values of a JSON text: commas and comments. */

export interface GapToken {
  readonly kind: 'comma' | 'line-comment' | 'block-comment'
  readonly offset: number
  readonly end: number
}

/** The tokens from `start` to `end`, which must lie between two neighbouring values or brackets. */
export function gapTokens(text: string, start: number, end: number): readonly GapToken[] {
  const tokens = text.slice(start, end).matchAll(/,|\/\/[^\r\n]*|\/\*.*?\*\//gs)
  return [...tokens].map(({ 0: token, index }) => ({
    kind: token === ',' ? 'comma' : token.startsWith('//') ? 'line-comment' : 'block-comment',
    offset: start + index,
    end: start + index + token.length,
  }))
}

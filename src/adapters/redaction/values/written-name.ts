/** Expands a match such as `password` to the whole name around it. */

export interface WrittenName {
  readonly name: string
  readonly start: number
  readonly isOption: boolean
}

const longestName = 64

/** The match starts at the secret word; the name may start earlier. */
export function wholeName(text: string, index: number, tail: string): WrittenName {
  let start = index
  while (start > 0 && index - start < longestName && isNameCharacter(text.charCodeAt(start - 1))) {
    start--
  }
  if (text[start - 1] === '\\' && start < index && /[nrt]/.test(text[start] ?? '')) start++
  const name = text.slice(start, index) + tail
  if (name.length === 3 && text[start - 1] === ' ' && /^key$/i.test(name)) {
    const owner = /[A-Za-z]+(?: access)? $/i.exec(text.slice(Math.max(0, start - 24), start))?.[0]
    return { name: `${owner ?? ''}${name}`, start, isOption: false }
  }
  return { name, start, isOption: name.startsWith('--') }
}

function isNameCharacter(code: number): boolean {
  const isLetter = (code | 32) >= 97 && (code | 32) <= 122
  return isLetter || (code >= 48 && code <= 57) || code === 95 || code === 45
}

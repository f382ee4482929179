/** The marker that replaces a secret. */

export function redacted(kind: string): string {
  return `[redacted:${kind}]`
}

/** Matches one marker. */
export const markerPattern = String.raw`\[(?:redacted:[a-z0-9-]+|private)\]`

const onlyMarkers = new RegExp(String.raw`^(?:${markerPattern}[\s.,;:]*)+$`)

export function isOnlyMarkers(text: string): boolean {
  return text.startsWith('[') && onlyMarkers.test(text)
}

/**
 * Removes what must never be stored: `<private>` spans, and the context block we add to a prompt,
 * so that our own words are never learned.
 */

export function removePrivateSpans(text: string): string {
  if (!anyTag.test(text)) return text
  return removeElement(removeElement(text, contextTag, ''), privateTag, '[private]')
}

const anyTag = /<(?:throughline-context|private)/i
const contextTag = /<(\\?\/)?throughline-context(?:\s[^<>]*)?>/gi
const privateTag = /<(\\?\/)?private(?:\s[^<>]*)?>/gi

/** Elements nest. An unclosed one extends to the end: the text may be truncated. */
function removeElement(text: string, tag: RegExp, replacement: string): string {
  const tags = [...text.matchAll(tag)].filter((match) => !isMention(text, match))
  const lastClosing = tags.findLast(isClosing)?.index ?? -1
  const kept: string[] = []
  let depth = 0
  let keptUpTo = 0
  for (const match of tags) {
    if (depth === 0) {
      if (isClosing(match) || (match.index > lastClosing && isTypeArgument(text, match))) continue
      kept.push(text.slice(keptUpTo, match.index), replacement)
    }
    depth += isClosing(match) ? -1 : 1
    if (depth === 0) keptUpTo = match.index + match[0].length
  }
  if (kept.length === 0) return text
  if (depth === 0) kept.push(text.slice(keptUpTo))
  return kept.join('')
}

function isClosing(match: RegExpExecArray): boolean {
  return match[1] !== undefined
}

/** A tag in its own quotes is only mentioned. */
function isMention(text: string, match: RegExpExecArray): boolean {
  const before = text[match.index - 1]
  return (
    before !== undefined &&
    '`"\''.includes(before) &&
    before === text[match.index + match[0].length]
  )
}

/** `Local<Private>` in C++. */
function isTypeArgument(text: string, match: RegExpExecArray): boolean {
  return /\w/.test(text[match.index - 1] ?? '')
}

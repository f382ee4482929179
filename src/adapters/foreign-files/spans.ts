/**
 * Spans of a foreign text between two marks. A lazy regular expression searches to the end of the
 * text from every unclosed mark, which takes minutes for a megabyte of them.
 */

/**
 * Replaces each span including its marks. An unclosed mark stays.
 * @param open with the flag `g`
 */
export function replaceSpans(
  text: string,
  open: RegExp,
  close: string,
  replace: (inside: string, opened: RegExpExecArray) => string,
): string {
  const parts: string[] = []
  let from = 0
  const mark = new RegExp(open)
  for (;;) {
    mark.lastIndex = from
    const opened = mark.exec(text)
    const inside = opened ? opened.index + opened[0].length : text.length
    const end = opened ? text.indexOf(close, inside) : -1
    if (!opened || end < 0) return parts.join('') + text.slice(from)
    parts.push(text.slice(from, opened.index), replace(text.slice(inside, end), opened))
    from = end + close.length
  }
}

export function spanIn(text: string, open: string, close: string): string | undefined {
  const at = text.indexOf(open)
  const end = at < 0 ? -1 : text.indexOf(close, at + open.length)
  return end < 0 ? undefined : text.slice(at + open.length, end)
}

/** Yields the text between each tag and the next end tag of that name. */
export function* taggedSpans(
  text: string,
  isWanted: (name: string) => boolean = () => true,
): Generator<readonly [name: string, inside: string]> {
  const lastEnds = new Map(
    [...text.matchAll(/<\/([a-z_]+)>/g)].map(({ 1: name, index }) => [name, index]),
  )
  let from = 0
  for (const { 0: tag, 1: name = '', index } of text.matchAll(/<([a-z_]+)(?:\s[^<>]{0,500})?>/g)) {
    const inside = index + tag.length
    if (index < from || !isWanted(name) || (lastEnds.get(name) ?? -1) < inside) continue
    const end = text.indexOf(`</${name}>`, inside)
    yield [name, text.slice(inside, end)]
    from = end + name.length + 3
  }
}

/** Replaces text with its line breaks. */
export const blanked = (text: string) => '\n'.repeat(text.split('\n').length - 1)

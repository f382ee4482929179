/**
 * The inside of a line of Markdown. Each pattern stops at its own delimiter, so that hostile text is
 * read in linear time. What is no known markup, such as HTML, stays text.
 */

export type Inline =
  | { readonly type: 'text' | 'code'; readonly text: string }
  | { readonly type: 'strong' | 'emphasis'; readonly content: readonly Inline[] }
  | { readonly type: 'web-link'; readonly href: string; readonly content: readonly Inline[] }
  | { readonly type: 'page-link'; readonly target: string; readonly label: string }

const markup = new RegExp(
  [
    /\\(?<escaped>[!-/:-@[-`{-~])/,
    /(?<ticks>`{1,3})(?<code>[^`\n]+)\k<ticks>(?!`)/,
    /\[\[(?<page>[^[\]\s][^[\]\n]*)\]\]/,
    /!?\[(?<label>[^[\]\n]*)\]\((?<href>[^()\s]*)\)/,
    /\*\*(?<strong>[^*\n]+)\*\*/,
    // `src/*.ts` and `2*3` are none.
    /(?<![\w/.*])\*(?<emphasis>[^*\s/.](?:[^*\n]*[^*\s])?)\*(?![\w/.*])/,
    /(?<url>\bhttps?:\/\/[^\s<>"'`()[\]{}|\\^*]+)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

export function readInline(text: string): Inline[] {
  const parts: Inline[] = []
  let read = 0
  let plain = ''
  const flush = () => {
    if (plain !== '') parts.push({ type: 'text', text: plain })
    plain = ''
  }
  for (const match of text.matchAll(markup)) {
    plain += text.slice(read, match.index)
    read = match.index + match[0].length
    const { escaped, url } = match.groups ?? {}
    if (escaped !== undefined) {
      plain += escaped
      continue
    }
    const found = toInline(match[0], match.groups ?? {})
    flush()
    parts.push(found)
    if (url !== undefined && found.type === 'web-link') plain += url.slice(found.href.length)
  }
  plain += text.slice(read)
  flush()
  return parts
}

function toInline(whole: string, groups: Record<string, string | undefined>): Inline {
  const { code, page, label, href, strong, emphasis, url } = groups
  if (code !== undefined) return { type: 'code', text: code }
  if (page !== undefined) return toPageLink(page)
  if (strong !== undefined) return { type: 'strong', content: readInline(strong) }
  if (emphasis !== undefined) return { type: 'emphasis', content: readInline(emphasis) }
  if (url !== undefined) {
    const bare = url.replace(/[.,:;!?]{1,9}$/, '')
    return { type: 'web-link', href: bare, content: [{ type: 'text', text: bare }] }
  }
  // An image is not loaded: it would tell its server that the page was read.
  const isLink = !whole.startsWith('!') && isWebAddress(href ?? '')
  if (!isLink) return { type: 'text', text: whole }
  return { type: 'web-link', href: href ?? '', content: readInline(label || (href ?? '')) }
}

/** Other schemes, `javascript:` among them, could run something. */
const isWebAddress = (href: string) => /^(?:https?:\/\/|mailto:)/i.test(href)

function toPageLink(inner: string): Inline {
  const bar = inner.indexOf('|')
  const target = (bar < 0 ? inner : inner.slice(0, bar)).trim()
  const label = bar < 0 ? target.replace(/#\^.*$/, '') : inner.slice(bar + 1).trim()
  return { type: 'page-link', target, label: label || target }
}

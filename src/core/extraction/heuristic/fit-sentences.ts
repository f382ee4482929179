/** Sentences as the content of a memory: whole ones, as many as fit. */

const longestContent = 320

export function fitSentences(sentences: readonly string[], longest = longestContent): string {
  let content = ''
  for (const sentence of sentences) {
    const next = content === '' ? sentence : `${content} ${sentence}`
    if (next.length > longest && content !== '') break
    content = next
  }
  return content.length <= longest ? content : cutAtClause(content, longest)
}

function cutAtClause(text: string, longest: number): string {
  const head = text.slice(0, longest - 1)
  const end = Math.max(head.lastIndexOf(', '), head.lastIndexOf('; '), head.lastIndexOf(' ('))
  return `${head.slice(0, end > longest / 2 ? end : head.lastIndexOf(' ')).trimEnd()}…`
}

/** With a full stop and no loose ends. */
export function finishSentence(text: string): string {
  const trimmed = text.replace(/\s+/g, ' ').replace(/[\s,;:–—-]+$/, '')
  return /[.!?…)]$/.test(trimmed) ? trimmed : `${trimmed}.`
}

/**
 * Tells words from noise in what has the form of a token: `sk-your-key-here`, `ghp_xxxxxxxxxxxxxxxx`,
 * `sk-loading-spinner-large`.
 */
export function isSpelledOut(token: string): boolean {
  if (token.endsWith('EXAMPLE')) return true
  const parts = token.split(/[-_.]/)
  const body = parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '')
  if (new Set(body.toLowerCase()).size <= 2) return true
  if (body.length >= 16) return false
  return parts.length > 2 && parts.every((part) => plainWord.test(part))
}

const plainWord = /^(?:[a-z]*|[A-Z]+|[A-Z][a-z]+|v?\d{1,4})$/

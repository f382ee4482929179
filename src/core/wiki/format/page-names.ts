/** Names of page files that every file system takes, and paths that never leave the wiki's folder. */
import type { PagePath } from '../model.ts'

const nameLimit = 80
const reservedNames = /^(?:con|prn|aux|nul|conin|conout|com\d|lpt\d)$/

/** Letters and digits with hyphens between them: `search-index`. */
export function pageSlug(name: string, limit = nameLimit): string {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const slug = cutSlug(words.join('-'), limit)
  if (slug === '') return 'page'
  return reservedNames.test(slug) ? `${slug}-page` : slug
}

/** At the end of a word if one ends in the second half. */
function cutSlug(slug: string, limit: number): string {
  if (slug.length <= limit) return slug
  const cut = slug.slice(0, limit + 1).lastIndexOf('-')
  return slug
    .slice(0, cut > limit / 2 ? cut : limit)
    .toWellFormed()
    .replaceAll('\uFFFD', '')
}

/**
 * The path of the page that a link or key means, or undefined if it is none inside the folder. Only
 * forward slashes; no `..`, hidden or reserved names, drives or control characters.
 */
export function toPagePath(target: string): PagePath | undefined {
  const path = target.trim().normalize('NFC').replace(/\.md$/i, '')
  const parts = path.split('/')
  return parts.every(isSafePart) ? `${path}.md` : undefined
}

function isSafePart(part: string): boolean {
  if (part === '' || part.length > 4 * nameLimit) return false
  const [stem = ''] = part.toLowerCase().split('.', 1)
  if (reservedNames.test(stem.trim())) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  return !/^\.|[. ]$|^ |[\\:*?"<>|\u0000-\u001f\u007f]/.test(part)
}

/** Names of page files that every file system takes, and paths that never leave the wiki's folder. */
import { isReservedName, slug } from '../../text/slug.ts'
import type { PagePath } from '../model.ts'

const nameLimit = 80

export function pageSlug(name: string, limit = nameLimit): string {
  return slug(name, limit, 'page')
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
  if (isReservedName(stem.trim())) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  return !/^\.|[. ]$|^ |[\\:*?"<>|\u0000-\u001f\u007f]/.test(part)
}

/** Names of files and folders that every file system takes. */

/**
 * Letters and digits of any script with hyphens between them: `search-index`.
 * @param noun the result if no letter is left, and added to a name that Windows reserves
 */
export function slug(name: string, limit: number, noun: string): string {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const cut = cutAtHyphen(words.join('-'), limit)
  if (cut === '') return noun
  return isReservedName(cut) ? `${cut}-${noun}` : cut
}

/** Windows reserves these for devices. */
export function isReservedName(name: string): boolean {
  return /^(?:con|prn|aux|nul|conin|conout|com\d|lpt\d)$/.test(name)
}

/** At the end of a word if one ends in the second half. */
function cutAtHyphen(words: string, limit: number): string {
  if (words.length <= limit) return words
  const cut = words.slice(0, limit + 1).lastIndexOf('-')
  return words
    .slice(0, cut > limit / 2 ? cut : limit)
    .toWellFormed()
    .replaceAll('\uFFFD', '')
}

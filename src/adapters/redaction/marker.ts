/** What stands where a secret stood. */

export function redacted(kind: string): string {
  return `[redacted:${kind}]`
}

/** One marker, as a source to build patterns from. */
export const markerPattern = String.raw`\[(?:redacted:[a-z0-9-]+|private)\]`

const onlyMarkers = new RegExp(String.raw`^(?:${markerPattern}[\s.,;:]*)+$`)

export function isOnlyMarkers(text: string): boolean {
  return text.startsWith('[') && onlyMarkers.test(text)
}

/** The marker that replaces a secret. */

export function redacted(kind: string): string {
  return `[redacted:${kind}]`
}

/** Pattern source for one marker. */
export const markerPattern = String.raw`\[(?:redacted:[a-z0-9-]+|private)\]`

const onlyMarkers = new RegExp(String.raw`^(?:${markerPattern}[\s.,;:]*)+$`)

export function isOnlyMarkers(text: string): boolean {
  return text.startsWith('[') && onlyMarkers.test(text)
}

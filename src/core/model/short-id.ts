/**
 * The end of an id, short enough to be shown in every line of a context: the random part of a
 * UUIDv7, so that ten digits tell the memories of a store apart.
 */
const digits = 10

export function shortId(id: string): string {
  return id.slice(-digits)
}

export function looksLikeShortId(text: string): boolean {
  return new RegExp(`^[0-9a-f]{${digits}}$`, 'i').test(text)
}

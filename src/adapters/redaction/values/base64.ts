/** Decodes plain or URL-safe base64 to one character for each byte; empty if it is neither. */
export function decodeBase64(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''))
  } catch {
    return ''
  }
}

/** Whether it is `user:password` in base64. */
export function isBasic(credential: string): boolean {
  return /^[\x20-\x7e]*:[\x20-\x7e]+$/.test(decodeBase64(credential))
}

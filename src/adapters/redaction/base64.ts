/** The decoded text of plain or URL-safe base64; empty when it is neither. */
export function decodeBase64(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''))
  } catch {
    return ''
  }
}

/** SHA-256 of a text, in hexadecimal. */

/** Loaded when it is first needed: that takes 6 ms, and most folders are known by their remote. */
export function sha256(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex')
}

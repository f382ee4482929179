/** A place where a program, a function or a device expects a password. */

export interface CommandForm {
  readonly anchors: readonly string[]
  /** Starts at the anchor. Group 1 is kept, group 2 is the password. */
  readonly pattern: RegExp
  /** What must come before in the same command. */
  readonly after?: RegExp
  /** Of any program, but then it must look like a password. */
  readonly leastBits?: number
}

/** What may open an oneWord, also in a string. */
export const quote = String.raw`\\{0,4}["']?`
export const oneWord = String.raw`[^\s"'\\-][^\s"'\\]{0,255}`
/** All that is in quotes, if there are any. */
export const anyArgument = String.raw`(?:(?<=["'])[^"'\\\n$]{1,128}(?=["'])|${oneWord})`

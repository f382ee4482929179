/** Takes secrets out of text. */
export interface Redactor {
  /**
   * The text with every secret replaced by `[redacted:<kind>]`, and with `<private>` spans and our
   * own context blocks removed. Idempotent; never throws; returns the same string when it is clean.
   */
  redact(text: string): string
  /**
   * The same for a value known by its name: a member of an object, a variable, a header. The name
   * alone can make it a secret (`password`: `hunter2`). Redacts at least what `redact` does.
   */
  redactMember(name: string, value: string): string
}

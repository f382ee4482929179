/** Removes secrets from text. Never throws. */
export interface Redactor {
  /**
   * Replaces secrets by `[redacted:<kind>]`, and removes `<private>` spans and our own context
   * blocks. Idempotent; returns a clean text unchanged.
   */
  redact(text: string): string
  /**
   * Redacts a named value: a member of an object, a variable, a header. The name alone can make it
   * a secret (`password`: `hunter2`). Redacts at least what `redact` does.
   */
  redactMember(name: string, value: string): string
  /**
   * A redactor for the texts of one event. They share a time limit; what is left of a long text
   * after that becomes `[redacted:not-checked-in-time]`.
   */
  forEvent(): Redactor
}

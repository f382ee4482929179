/** Collects the values of a statement that is put together from parts. */
import type { Value } from './values.ts'

export class Parameters {
  readonly values: Value[] = []

  /** @returns its mark; `$1` is the organisation */
  add(value: Value): string {
    this.values.push(value)
    return `$${this.values.length + 1}`
  }
}

import type { CapturedEvent } from '../ports/lifecycle-facts.ts'

/** A text the host gave with the event; what it left unsaid is `unknown`. */
export function textField({ fields }: CapturedEvent, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : 'unknown'
}

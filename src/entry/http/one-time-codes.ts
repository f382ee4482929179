/** Codes that work once and for a minute: one may stand in an address, where a secret must not. */
import { randomBytes } from 'node:crypto'

export interface OneTimeCodes {
  create(): string
  /** @returns whether it was created within the last minute and never used */
  use(code: string | undefined): boolean
}

const lifeMs = 60_000

/** @param monotonicMs milliseconds that only grow */
export function createOneTimeCodes(monotonicMs = () => performance.now()): OneTimeCodes {
  const expiries = new Map<string, number>()
  return {
    create() {
      for (const [code, expiry] of expiries) if (expiry <= monotonicMs()) expiries.delete(code)
      const code = randomBytes(24).toString('base64url')
      expiries.set(code, monotonicMs() + lifeMs)
      return code
    },
    use(code = '') {
      const expiry = expiries.get(code)
      expiries.delete(code)
      return expiry !== undefined && monotonicMs() < expiry
    },
  }
}

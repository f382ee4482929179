/** Codes that work once, for one purpose and for a minute: an address may contain one, but no secret. */
import { randomBytes } from 'node:crypto'

export interface OneTimeCodes {
  create(purpose: CodePurpose): string
  /** @returns whether it was created for this within the last minute and never used */
  use(purpose: CodePurpose, code: string | undefined): boolean
}

type CodePurpose = 'sign-in' | 'download'

const lifeMs = 60_000

/** @param monotonicMs milliseconds that only grow */
export function createOneTimeCodes(monotonicMs = () => performance.now()): OneTimeCodes {
  const issued = new Map<string, { readonly purpose: CodePurpose; readonly expiry: number }>()
  return {
    create(purpose) {
      for (const [code, { expiry }] of issued) if (expiry <= monotonicMs()) issued.delete(code)
      const code = randomBytes(24).toString('base64url')
      issued.set(code, { purpose, expiry: monotonicMs() + lifeMs })
      return code
    },
    use(purpose, code = '') {
      const found = issued.get(code)
      issued.delete(code)
      return found?.purpose === purpose && monotonicMs() < found.expiry
    },
  }
}

/** The result of one check, and how a check that throws becomes one. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/operations/index.ts'

export type HealthCheck = OutputOf<'checkHealth'>['checks'][number]

export const passed = (subject: string, detail: string): HealthCheck => ({
  subject,
  state: 'ok',
  detail,
})

export const warned = (subject: string, detail: string, hint?: string): HealthCheck => ({
  subject,
  state: 'warn',
  detail,
  ...(hint !== undefined && { hint }),
})

export const failed = (subject: string, detail: string, hint?: string): HealthCheck => ({
  subject,
  state: 'fail',
  detail,
  ...(hint !== undefined && { hint }),
})

/** A check that throws has failed, and stops no other. */
export async function runCheck(
  subject: string,
  check: () => Promise<HealthCheck[]> | HealthCheck[],
): Promise<HealthCheck[]> {
  try {
    return await check()
  } catch (error) {
    const hint = error instanceof ThroughlineError ? error.hint : undefined
    return [failed(subject, error instanceof Error ? error.message : String(error), hint)]
  }
}

export function countOf(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

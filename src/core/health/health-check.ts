/** The result of one check. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/operations/index.ts'

export type HealthCheck = OutputOf<'checkHealth'>['checks'][number]

const resultOf =
  (state: HealthCheck['state']) =>
  (subject: string, detail: string, hint?: string): HealthCheck => ({
    subject,
    state,
    detail,
    ...(hint !== undefined && { hint }),
  })

export const passed = resultOf('ok')
export const warned = resultOf('warn')
export const failed = resultOf('fail')
/** There is nothing to check. */
export const absent = resultOf('none')

/** A check that throws has failed; the others still run. */
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

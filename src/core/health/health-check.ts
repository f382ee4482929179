/** The result of one check, and the check of the wikis. */
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

export interface RepositoryWikiHealth {
  /** State files of wikis that were damaged and moved aside. */
  readonly damagedWikiStates: () => Promise<readonly string[]>
  /** Only those the user chose; usually empty. */
  readonly repositoryWikis: () => Promise<
    readonly { readonly location: string; readonly problems: readonly string[] }[]
  >
}

/** One line per wiki. */
export async function checkRepositoryWikis({
  repositoryWikis,
}: RepositoryWikiHealth): Promise<HealthCheck[]> {
  return (await repositoryWikis()).map(({ location, problems }) => {
    const [first, ...others] = problems
    if (first === undefined) return passed('wiki', `in the repository: ${location}`)
    const more = others.length === 0 ? '' : `, and ${others.length} more`
    const hint = 'throughline wiki status lists everything; none of it was given to an agent'
    return warned('wiki', `${location}: ${first}${more}`, hint)
  })
}

export async function checkWikiStates({
  damagedWikiStates,
}: RepositoryWikiHealth): Promise<HealthCheck[]> {
  const hint = 'the pages were read instead and nothing was lost; delete the file when you like'
  return (await damagedWikiStates()).map((file) =>
    warned('wiki', `a damaged state was moved to ${file}`, hint),
  )
}

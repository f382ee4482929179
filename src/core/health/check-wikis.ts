/** Whether wikis are what a wiki should be. */
import { type HealthCheck, passed, warned } from './health-check.ts'

export interface RepositoryWikiHealth {
  /** State files of wikis that were damaged and moved aside. */
  readonly damagedWikiStates: () => Promise<readonly string[]>
  /** Only those whose user chose it; empty mostly. */
  readonly repositoryWikis: () => Promise<
    readonly { readonly location: string; readonly problems: readonly string[] }[]
  >
}

/** One line for each. */
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

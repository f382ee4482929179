/** What a session that begins is likely to be about, as words to recall with. */

import type { ContextRequest } from '../model/context.ts'
import type { LastDigest } from '../ports/digest-store.ts'

const mostFiles = 15
const mostOpen = 6

/** They say nothing about the work. */
const sharedBranches = /^(?:main|master|develop|trunk|HEAD)$/

export function startQuery(
  { branch, files }: Pick<ContextRequest, 'branch' | 'files'>,
  last: LastDigest | undefined,
): string {
  const requests = last?.digest.steps.flatMap(({ request }) => request ?? []) ?? []
  return [
    branch === undefined || sharedBranches.test(branch) ? '' : branch.replace(/[/_-]+/g, ' '),
    ...files.slice(0, mostFiles),
    ...(last?.digest.open ?? []).slice(0, mostOpen).map(({ text }) => text),
    requests.at(-1) ?? '',
  ].join('\n')
}

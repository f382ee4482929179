/** What a commit says that it reverts, and which commits were reverted by a later one. */

export interface RevertingCommit {
  readonly hash: string
  readonly at: string
  readonly message: string
}

/** The first paragraph on one line, without the kind of change and the number of a pull request. */
export function subjectIn(message: string): string {
  const reverted = revertedSubject(message)
  if (reverted !== undefined) return `Revert "${reverted}"`
  return withoutMarks((message.split(/\n\s*\n/)[0] ?? '').replace(/\s+/g, ' ').trim())
}

const withoutMarks = (subject: string) =>
  subject
    .replace(/\s*\((?:[\w.-]+\/[\w.-]+)?#\d+\)/g, '')
    .replace(kindOfChange, (_, scope?: string) => (scope === undefined ? '' : `${scope}: `))

const kindOfChange =
  /^(?:feat|feature|fix|bugfix|hotfix|perf|refactor|chore|docs?|style|tests?|build|ci|deps|dev|ux|i18n|a11y|security|release)(?:\(([^)]{1,40})\))?!?: +/i

/** The subject that a message reverts, as `subjectIn` has it. Also of what is applied again. */
export function revertedSubject(message: string): string | undefined {
  const [first = ''] = message.split('\n')
  const [, verb = '', named] = quoted.exec(first) ?? []
  if (named === undefined) return undefined
  const subject = withoutMarks(named)
  return /^reapply/i.test(verb) ? `Revert "${subject}"` : subject
}

const quoted =
  /^(revert(?:ed|s)?|reapply):? ["“](.{3,300}?)(?:["”](?:\s*\([^()]{0,80}#\d+\))*|\s*\([^()]{0,80}#\d+\))?$/i

/** @returns whether a commit was reverted later, by a commit that was not reverted itself */
export function findReverted(
  reverting: readonly RevertingCommit[],
): (commit: RevertingCommit) => boolean {
  const effective: { at: string; hashes: string[]; subject: string | undefined }[] = []
  const isReverted = ({ hash, at, message }: RevertingCommit) =>
    effective.some(
      (revert) =>
        revert.at >= at &&
        (revert.hashes.some((each) => hash.startsWith(each)) ||
          revert.subject === subjectIn(message)),
    )
  for (const commit of reverting.toSorted((a, b) => (a.at < b.at ? 1 : -1))) {
    if (isReverted(commit)) continue
    const hashes = [...commit.message.matchAll(hashReverted)].map(([, hash = '']) => hash)
    const subject = revertedSubject(commit.message)
    if (hashes.length > 0 || subject !== undefined) {
      effective.push({ at: commit.at, hashes, subject })
    }
  }
  return isReverted
}

const hashReverted = /\breverts? commits? ([0-9a-f]{7,64})\b/gi

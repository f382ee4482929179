/** Finds the session that this one continues, and summarises it in a few lines. */
import type { Digest, DigestStep, SummaryPart } from '../../../contract/digest.ts'
import type { TrustLevel } from '../../../contract/vocabulary.ts'
import type { ContextRequest } from '../../model/context.ts'
import { summaryLines } from '../../model/digest-summary.ts'
import type { LastDigest } from '../../ports/history.ts'
import { sharedBranches } from '../../recall/ranking/priors.ts'
import { quoteName, safeText } from '../../text/safe-text.ts'
import { shorten } from '../../text/shorten.ts'
import type { NewLine } from '../block/block.ts'
import type { ContextPorts, Situation } from '../situation.ts'

const mostCharacters = 160
const mostDecided = 2
const mostOpen = 2
const mostFiles = 5
const dayMs = 86_400_000

/** A host that resumes a session still has its earlier context. */
export const isResumed = ({ request: { source } }: Situation) => source === 'resume'

/** The last session of this branch, if it is about the current work. */
export async function findLastSession(
  situation: Situation,
  { digests }: Pick<ContextPorts, 'digests'>,
): Promise<LastDigest | undefined> {
  const { request, sessionId, shown, now } = situation
  const { projectId, branch } = request
  const isShown = isResumed(situation) && shown.events.has('session-start')
  if (projectId === undefined || isShown) return undefined
  const before = new Date(now.getTime() + dayMs).toISOString()
  const last = await digests.lastOf({ projectId, branch, except: sessionId, before })
  return last && isContinued(last, request) ? last : undefined
}

/**
 * A separate branch is one piece of work. On a shared branch the last session must have left
 * something open, or changed files that are being changed now.
 */
function isContinued({ digest }: LastDigest, { branch, files }: ContextRequest): boolean {
  const isOwnBranch = branch !== undefined && !sharedBranches.has(branch)
  return (
    isOwnBranch ||
    digest.open.some(({ foreign }) => !foreign) ||
    digest.filesChanged.some(({ path }) => files.includes(path))
  )
}

export function lastSessionLines({ sessionId, lastEventAt, digest }: LastDigest): NewLine[] {
  const summary = summaryLines(digest).map(({ part, text }): Labelled => {
    return ['agent', labels[part], text]
  })
  const byRule = () => [...asked(digest), ...decided(digest), ...done(digest), ...openEnds(digest)]
  return [...(summary.length > 0 ? summary : byRule()), ...filesChanged(digest)].map(
    ([trust, label, text]) => ({
      section: 'last-session',
      id: sessionId,
      kind: 'digest',
      trust,
      at: lastEventAt,
      text: `${label}: ${shorten(safeText(text), mostCharacters)}`,
      reason: 'summary of the last session',
    }),
  )
}

const labels: Readonly<Record<SummaryPart, string>> = {
  asked: 'Asked',
  done: 'Result',
  decided: 'Decided',
  open: 'Open',
}

type Labelled = readonly [trust: TrustLevel, label: string, text: string]

/** The task it started with. */
function asked({ steps }: Digest): Labelled[] {
  const request = steps.find((step) => step.request !== undefined)?.request
  return request === undefined ? [] : [['user', 'Asked', request]]
}

function decided(digest: Digest): Labelled[] {
  const [[, , task] = ['user', '', '']] = asked(digest)
  return digest.decided
    .filter(({ text }) => !task.toLowerCase().includes(text.toLowerCase()))
    .slice(-mostDecided)
    .map(({ text }) => ['user', 'Decided', text])
}

/** The result of its last work, or else of its last turn. */
function done({ steps }: Digest): Labelled[] {
  const told = steps.filter(({ result, foreign }) => result !== undefined && !foreign)
  const isWork = ({ signs }: DigestStep) => signs.includes('change') || signs.includes('commit')
  const { result } = told.findLast(isWork) ?? told.at(-1) ?? {}
  return result === undefined ? [] : [['agent', 'Result', result]]
}

function openEnds({ open }: Digest): Labelled[] {
  return open
    .filter((end) => !end.foreign)
    .slice(0, mostOpen)
    .map(({ text }) => ['agent', 'Open', text])
}

function filesChanged({ filesChanged: files }: Digest): Labelled[] {
  if (files.length === 0) return []
  const paths = files.slice(-mostFiles).map(({ path }) => quoteName(path))
  const more = files.length - paths.length
  return [['agent', 'Changed', `${paths.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]]
}

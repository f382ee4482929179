/** Finds the session that this one continues, and summarises it in a line or two. */
import type { Digest, DigestStep, SummaryPart } from '../../../contract/digest.ts'
import { sharedBranches } from '../../model/branch.ts'
import type { ContextRequest } from '../../model/context.ts'
import { summaryLines } from '../../model/digest-summary.ts'
import type { LastDigest } from '../../ports/history.ts'
import { safeText } from '../../text/safe-text.ts'
import { shorten } from '../../text/shorten.ts'
import type { NewLine } from '../block/block.ts'
import type { ContextPorts, Situation } from '../situation.ts'

const mostCharacters = 160
const dayMs = 86_400_000

interface LastSession extends LastDigest {
  /** Of this branch, which is not one that everything is merged into. */
  readonly isOwnBranch: boolean
}

/** The last session of this branch, if the branch is one piece of work or it changed the same files. */
export async function findLastSession(
  situation: Situation,
  { digests }: Pick<ContextPorts, 'digests'>,
): Promise<LastSession | undefined> {
  const { request, sessionId, shown, now } = situation
  const { projectId, branch } = request
  // It still has its earlier context.
  const isShown = request.source === 'resume' && shown.events.has('session-start')
  if (projectId === undefined || isShown) return undefined
  const before = new Date(now.getTime() + dayMs).toISOString()
  const last = await digests.lastOf({ projectId, branch, except: sessionId, before })
  const isOwnBranch = branch !== undefined && !sharedBranches.has(branch)
  return last && (isOwnBranch || changedSameFiles(last, request))
    ? { ...last, isOwnBranch }
    : undefined
}

function changedSameFiles({ digest }: LastDigest, { files }: ContextRequest): boolean {
  return digest.filesChanged.some(({ path }) => files.includes(path))
}

/** What was asked and done, and what was left open. */
export function lastSessionLines({ sessionId, lastEventAt, digest }: LastDigest): NewLine[] {
  const { asked, done, open } = partsOf(digest)
  const work = [asked, done].filter((text) => text !== undefined).map(short)
  const texts = [
    ...(work.length > 0 ? [work.join(' → ')] : []),
    ...(open === undefined ? [] : [`Open: ${short(open)}`]),
  ]
  return texts.map((text) => ({
    section: 'last-session',
    id: sessionId,
    kind: 'digest',
    // What the user asked is quoted in the agent's account.
    trust: 'agent',
    at: lastEventAt,
    text,
    reason: 'the last session worked on this branch or these files',
  }))
}

const short = (text: string) => shorten(safeText(text), mostCharacters)

type Parts = Partial<Record<SummaryPart, string | undefined>>

/** A reader's summary, or else what rules made of the turns. */
function partsOf(digest: Digest): Parts {
  const summary = summaryLines(digest)
  if (summary.length > 0) {
    return Object.fromEntries(summary.toReversed().map(({ part, text }) => [part, text]))
  }
  return {
    asked: digest.steps.find(({ request }) => request !== undefined)?.request,
    done: resultOf(digest),
    open: digest.open.find(({ foreign }) => !foreign)?.text,
  }
}

/** The result of its last work, or else of its last turn. */
function resultOf({ steps }: Digest): string | undefined {
  const told = steps.filter(({ result, foreign }) => result !== undefined && !foreign)
  const isWork = ({ signs }: DigestStep) => signs.includes('change') || signs.includes('commit')
  return (told.findLast(isWork) ?? told.at(-1))?.result
}

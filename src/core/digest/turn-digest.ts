/** Summarises a turn by rules from its texts and tool events: no model, no clock, no randomness. */
import type { Digest, DigestFile, DigestStatement, DigestStep } from '../../contract/digest.ts'
import { isCommit } from '../activity/checks.ts'
import type { Action, ActionKind } from '../model/host-event.ts'
import type { CapturedTurn } from '../ports/history.ts'
import { answersIn } from '../provenance/said-in-tools.ts'
import { readOwnWords, type SessionProvenance } from '../provenance/session-provenance.ts'
import { shorten, shortenPath } from '../text/shorten.ts'
import { headlineOf } from './headline.ts'
import { openEndsOf } from './open-ends.ts'
import { lastCites, type Runs, runsOf } from './runs.ts'
import { shippedIn } from './shipped.ts'
import { findingsIn, requestIn, resultIn } from './statements.ts'
import { decisionsIn, steeringIn } from './user-words.ts'

const mostFiles = 100
const mostPathCharacters = 100
const mostDecided = 6

/** @param own what the user typed in this turn */
export function digestTurn(
  turn: CapturedTurn,
  own = readOwnWords([turn]).get(turn.id) ?? '',
): Digest {
  const actions = turn.actions.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const runs = runsOf(actions)
  const filesChanged = filesOf(actions, 'edit')
  const changed = new Set(filesChanged.map(({ path }) => path))
  return {
    type: 'turn',
    outcome: turn.outcome,
    toolEvents: actions.length,
    steps: stepsOf(turn, signsOf(turn, runs, filesChanged, own), own),
    filesRead: filesOf(actions, 'read').filter(({ path }) => !changed.has(path)),
    filesChanged,
    ...runs,
    decided: decidedIn(turn, actions, own),
    shipped: shippedIn(actions),
    learned: findingsIn(turn.answer ?? '').map((text) => ({ text, cites: [turn.id] })),
    open: openEndsOf(turn, runs, filesChanged),
  }
}

/** A host notification, such as the end of a background task, is not a request. */
function stepsOf(turn: CapturedTurn, signs: DigestStep['signs'], own: string): Digest['steps'] {
  const request = requestIn(own) ?? passedOn(turn)
  const result = resultIn(turn.answer ?? '')
  const title = turn.origin === 'user' ? headlineOf(turn.prompt ?? '', own) : undefined
  if (request === undefined && result === undefined) return []
  return [
    {
      turn: turn.number,
      signs,
      ...(title !== undefined && { title }),
      ...(request !== undefined && { request }),
      ...(result !== undefined && { result }),
      cites: [turn.id],
    },
  ]
}

/** A prompt that contains only pasted text is still a request. */
function passedOn({ origin, prompt }: CapturedTurn): string | undefined {
  return origin === 'notification' || prompt === undefined ? undefined : '(pasted text)'
}

function filesOf(actions: readonly Action[], kind: ActionKind): DigestFile[] {
  const files = new Map<string, string[]>()
  for (const action of actions) {
    if (action.kind !== kind || action.outcome === 'failed') continue
    for (const file of action.files) {
      const path = shortenPath(file, mostPathCharacters)
      files.set(path, lastCites([...(files.get(path) ?? []), action.id]))
    }
  }
  return [...files].slice(0, mostFiles).map(([path, cites]) => ({ path, cites }))
}

function signsOf(
  turn: CapturedTurn,
  { commands }: Runs,
  filesChanged: readonly DigestFile[],
  own: string,
): DigestStep['signs'] {
  const steering = turn.origin === 'user' ? steeringIn(own) : undefined
  return [
    ...(steering === undefined ? [] : [steering]),
    ...(filesChanged.length > 0 ? ['change' as const] : []),
    ...(commands.some(isCommit) ? ['commit' as const] : []),
  ]
}

/** The user's decisions in the prompt, and the answers they picked. */
function decidedIn(turn: CapturedTurn, actions: readonly Action[], own: string): DigestStatement[] {
  const said = turn.origin === 'user' ? decisionsIn(own) : []
  return [
    ...said.map((text) => ({ text, cites: [turn.id] })),
    ...actions.flatMap((action) => choicesIn(action).map((text) => ({ text, cites: [action.id] }))),
  ].slice(0, mostDecided)
}

/**
 * Marks results, open ends and summary lines that ask for something foreign, and drops such
 * decisions and findings.
 */
export async function markForeign(
  digest: Digest,
  { trustOf }: Pick<SessionProvenance, 'trustOf'>,
): Promise<Digest> {
  const isForeign = async (text: string, cites: readonly string[]) =>
    (await trustOf(text, 'agent', cites)) === 'tool'
  const own = async <Each extends DigestStatement>(statements: readonly Each[]) => {
    const foreign = await Promise.all(statements.map(({ text, cites }) => isForeign(text, cites)))
    return statements.filter((_, at) => !foreign[at])
  }
  const markSummary = async ({ title, lines, ...made }: NonNullable<Digest['summary']>) => ({
    ...made,
    ...(title !== undefined && !(await isForeign(title, lines[0]?.cites ?? [])) && { title }),
    lines: await Promise.all(lines.map((line) => mark(line, line.text, line.cites))),
  })
  const mark = async <T extends object>(value: T, text: string, cites: readonly string[]) =>
    (await isForeign(text, cites)) ? { ...value, foreign: true as const } : value
  return {
    ...digest,
    steps: await Promise.all(
      digest.steps.map((step) => (step.result ? mark(step, step.result, step.cites) : step)),
    ),
    decided: await own(digest.decided),
    learned: await own(digest.learned),
    shipped: await own(digest.shipped),
    open: await Promise.all(digest.open.map((end) => mark(end, end.text, end.cites))),
    ...(digest.summary && { summary: await markSummary(digest.summary) }),
  }
}

const mostCharacters = 240
const mostQuestionCharacters = 120
const mostPicked = 4

/** The answers that the user picked when the agent asked through a tool, with the questions. */
export function choicesIn(action: Action): string[] {
  return answersIn(action)
    .filter(({ question = '', words }) => !isAboutProcedure(question) && !words.includes('?'))
    .slice(0, mostPicked)
    .map(({ question = '', words }) => `${shorten(question, mostQuestionCharacters)} ${words}`)
    .map((text) => shorten(text.trim().replace(/ ?\(Recommended\)/gi, ''), mostCharacters))
}

/** Answers to "Ready to push?" or "how should this be committed?" decide nothing lasting. */
const isAboutProcedure = (question: string) =>
  /\b(?:commit(?:ted)?|push|force-push|ready to|proceed|continue|prefer fewer)\b/i.test(question)

/** Summarises a turn by rules from its texts and tool events: no model, no clock, no randomness. */
import type { Digest, DigestFile, DigestStatement } from '../../contract/digest.ts'
import type { Action, ActionKind } from '../model/action.ts'
import type { CapturedTurn } from '../ports/history.ts'
import { createProvenance, type SessionProvenance } from '../provenance/session-provenance.ts'
import { shorten, shortenPath } from '../text/shorten.ts'
import { openEndsOf } from './open-ends.ts'
import { lastCites, runsOf } from './runs.ts'
import { findingsIn, requestIn, resultIn, rulesIn } from './statements.ts'

const mostFiles = 100
const mostPathCharacters = 100
const mostChoiceCharacters = 240
const mostLearned = 8

/** @param provenance of the session: whose words are in it */
export function digestTurn(
  turn: CapturedTurn,
  provenance: SessionProvenance = createProvenance([turn], []),
): Digest {
  const actions = turn.actions.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const runs = runsOf(actions)
  const filesChanged = filesOf(actions, 'edit')
  const changed = new Set(filesChanged.map(({ path }) => path))
  return {
    type: 'turn',
    outcome: turn.outcome,
    toolEvents: actions.length,
    steps: stepsOf(turn, provenance),
    filesRead: filesOf(actions, 'read').filter(({ path }) => !changed.has(path)),
    filesChanged,
    ...runs,
    learned: learnedIn(turn, actions, provenance),
    open: openEndsOf(turn, runs).map((end) => markForeign(end, end.text, turn, provenance)),
  }
}

/** A notification from the host, such as the end of a background task, is no request. */
function stepsOf(turn: CapturedTurn, provenance: SessionProvenance): Digest['steps'] {
  const request = requestIn(provenance.ownWordsIn(turn.id)) ?? passedOn(turn)
  const result = resultIn(turn.answer ?? '')
  if (request === undefined && result === undefined) return []
  const step = {
    turn: turn.number,
    ...(request !== undefined && { request }),
    ...(result !== undefined && { result }),
    cites: [turn.id],
  }
  return [result === undefined ? step : markForeign(step, result, turn, provenance)]
}

function markForeign<T extends object>(
  value: T,
  text: string,
  { id }: CapturedTurn,
  provenance: SessionProvenance,
): T & { foreign?: true } {
  return provenance.trustOf(text, 'agent', [id]) === 'tool' ? { ...value, foreign: true } : value
}

/** A prompt of nothing but pasted text is a request all the same. */
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

const asking = /^ask_?user(?:_?question)?$/i

function learnedIn(
  turn: CapturedTurn,
  actions: readonly Action[],
  provenance: SessionProvenance,
): DigestStatement[] {
  const rules = turn.origin === 'user' ? rulesIn(provenance.ownWordsIn(turn.id)) : []
  const chosen = actions.filter(
    ({ toolName, outcome, output }) => asking.test(toolName) && outcome === 'ok' && output !== '',
  )
  return [
    ...rules.map((text) => ({ text, cites: [turn.id] })),
    ...chosen.map(({ output, id }) => ({
      text: shorten(output, mostChoiceCharacters),
      cites: [id],
    })),
    ...findingsIn(turn.answer ?? '').map((text) => ({ text, cites: [turn.id] })),
  ].slice(0, mostLearned)
}

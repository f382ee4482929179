/** Finds what is left open at the end of a turn or session. */
import type { Digest, OpenEnd } from '../../contract/digest.ts'
import type { CapturedTurn } from '../ports/history.ts'
import { isStopWord } from '../text/common-words.ts'
import { tokenise } from '../text/tokenise.ts'
import { isCheck } from './checks.ts'
import type { Runs } from './runs.ts'
import { questionIn, unfinishedIn } from './statements.ts'

export function openEndsOf(turn: CapturedTurn, runs: Runs): OpenEnd[] {
  const cites = [turn.id]
  const answer = turn.answer ?? ''
  const question = questionIn(answer)
  const broken = brokenOff(turn)
  return [
    ...failingEnds(runs),
    ...unfinishedIn(answer).map((text) => ({ kind: 'unfinished' as const, text, cites })),
    ...(question === undefined ? [] : [{ kind: 'question' as const, text: question, cites }]),
    ...(broken === undefined ? [] : [{ kind: 'interrupted' as const, text: broken, cites }]),
  ]
}

function brokenOff({ outcome, number }: CapturedTurn): string | undefined {
  if (outcome === 'cut') return `Turn ${number} was interrupted before it ended.`
  return outcome === 'failed' ? `Turn ${number} ended with an error.` : undefined
}

const mostUnfinished = 8

/** Drops what a later turn closed: passing checks, answered questions, resumed or finished work. */
export function stillOpen(turns: readonly Digest[], runs: Runs): OpenEnd[] {
  const about = turns.map((turn) => (turn.outcome === 'ok' ? termsOf(turn) : new Set<string>()))
  const unfinished = turns.flatMap((turn, index) => {
    const later = about.slice(index + 1)
    return ofKind(turn, 'unfinished').filter(
      ({ text }) => !later.some((terms) => isAbout(terms, text)),
    )
  })
  const last = turns.at(-1)
  const foreign = new Set(
    turns.flatMap(({ open }) => open.filter((end) => end.foreign).map(({ text }) => text)),
  )
  return [
    ...failingEnds(runs).map((end) =>
      foreign.has(end.text) ? { ...end, foreign: true as const } : end,
    ),
    ...unfinished.slice(-mostUnfinished),
    ...(last ? [...ofKind(last, 'question'), ...ofKind(last, 'interrupted')] : []),
  ]
}

const ofKind = ({ open }: Digest, kind: OpenEnd['kind']) => open.filter((end) => end.kind === kind)

/** If the last test run passes, all do: parts of a suite are often run on their own before. */
function failingEnds({ tests, commands }: Runs): OpenEnd[] {
  const failingTests = tests.at(-1)?.outcome === 'failed' ? tests.filter(isFailing).slice(-1) : []
  const failing = [
    ...failingTests,
    ...commands.filter((run) => isFailing(run) && isCheck(run.command)),
  ]
  return failing.map((run) => {
    const count = 'failed' in run && run.failed !== undefined ? ` (${run.failed} failed)` : ''
    return { kind: 'failing', text: `\`${run.command}\` fails${count}`, cites: run.cites }
  })
}

const isFailing = ({ outcome }: { outcome: string }) => outcome === 'failed'

const enoughShared = 0.6

function isAbout(terms: ReadonlySet<string>, text: string): boolean {
  const wanted = [...termsIn(text)]
  const shared = wanted.filter((term) => terms.has(term)).length
  return wanted.length > 0 && shared / wanted.length >= enoughShared
}

function termsOf({ steps, filesChanged }: Digest): ReadonlySet<string> {
  const said = steps.flatMap(({ request = '', result = '' }) => [request, result])
  return termsIn([...said, ...filesChanged.map(({ path }) => path)].join('\n'))
}

/** Words that say work is left, not which work. */
const aboutWork = new Set(
  tokenise('still need want not yet todo next step remaining left you may might'),
)

function termsIn(text: string): Set<string> {
  return new Set(tokenise(text).filter((term) => !isStopWord(term) && !aboutWork.has(term)))
}

/** Finds open ends: a check that still fails, an unanswered question, an interruption. */
import type { Digest, DigestFile, OpenEnd } from '../../contract/digest.ts'
import { checksOf, isCommit } from '../activity/checks.ts'
import type { CapturedTurn } from '../ports/history.ts'
import type { Runs } from './runs.ts'
import { questionIn } from './statements.ts'

export function openEndsOf(
  turn: CapturedTurn,
  runs: Runs,
  filesChanged: readonly DigestFile[],
): OpenEnd[] {
  const cites = [turn.id]
  const question = questionIn(turn.answer ?? '')
  const broken = interruption(turn)
  return [
    ...failingEnds(runs, filesChanged),
    ...(question === undefined ? [] : [{ kind: 'question' as const, text: question, cites }]),
    ...(broken === undefined ? [] : [{ kind: 'interrupted' as const, text: broken, cites }]),
  ]
}

function interruption({ outcome, number }: CapturedTurn): string | undefined {
  if (outcome === 'cut') return `Turn ${number} was interrupted before it ended.`
  return outcome === 'failed' ? `Turn ${number} ended with an error.` : undefined
}

/** The open ends of a session: checks that still fail, and the last turn's question. */
export function stillOpen(
  turns: readonly Digest[],
  runs: Runs,
  filesChanged: readonly DigestFile[],
): OpenEnd[] {
  const foreign = new Set(
    turns.flatMap(({ open }) => open.filter((end) => end.foreign).map(({ text }) => text)),
  )
  return [
    ...failingEnds(runs, filesChanged).map((end) =>
      foreign.has(end.text) ? { ...end, foreign: true as const } : end,
    ),
    ...(turns.at(-1)?.open ?? []).filter(({ kind }) => kind === 'question'),
  ]
}

/**
 * Failing checks with no later change, commit or check of the same kind: otherwise they may pass by
 * now. Ids of tool events sort by time.
 */
function failingEnds(runs: Runs, filesChanged: readonly DigestFile[]): OpenEnd[] {
  const all = [...runs.tests, ...runs.commands].map((run) => ({
    run,
    checks: checksOf(run.command),
    at: run.cites.at(-1) ?? '',
  }))
  const changedAt = filesChanged.reduce((last, { cites }) => later(last, cites.at(-1) ?? ''), '')
  const failing = all.filter(({ run, checks, at }) => {
    if (run.outcome !== 'failed' || checks.length === 0 || at < changedAt) return false
    const since = all.filter((other) => other.at > at)
    if (since.some((other) => isCommit(other.run))) return false
    return !checks.every((check) => since.some((other) => other.checks.includes(check)))
  })
  return failing.map(({ run }) => {
    const count = 'failed' in run && run.failed !== undefined ? ` (${run.failed} failed)` : ''
    return { kind: 'failing', text: `\`${run.command}\` fails${count}`, cites: run.cites }
  })
}

const later = (one: string, other: string) => (one > other ? one : other)

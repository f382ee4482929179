/** What a turn was: its name, whether files changed, how tests ended and what failed. */
import { withoutMarks } from '../../wording/texts.ts'
import type { Turn } from './timeline-entries.ts'

export interface TurnMarks {
  /** What was asked for, in one line. */
  readonly title: string
  readonly calls: number
  readonly failures: number
  readonly filesChanged: number
  readonly tests: 'passed' | 'failed' | undefined
  readonly commits: number
}

export function marksOf({ prompt = '', origin, toolEvents, digest }: Turn): TurnMarks {
  const said = prompt.replace(/\s+/g, ' ').trim().slice(0, mostCharacters)
  const lastTests = digest?.tests.at(-1)
  return {
    title: digest?.steps[0]?.title ?? (withoutMarks(said) || nameless[origin] || 'No prompt'),
    calls: toolEvents.length,
    failures: toolEvents.filter(({ outcome }) => outcome === 'failed').length,
    filesChanged: digest?.filesChanged.length ?? 0,
    tests: lastTests && (lastTests.outcome === 'failed' ? 'failed' : 'passed'),
    commits: digest?.shipped.filter(({ kind }) => kind === 'commit').length ?? 0,
  }
}

const mostCharacters = 120
const nameless: Readonly<Record<string, string>> = { notification: 'Notification' }

/** A turn to look at when something went wrong. */
export const hasFailed = ({ failures, tests }: TurnMarks) => failures > 0 || tests === 'failed'

/** «2 files changed, tests passed, 3 failed calls» */
export function describeMarks({ filesChanged, tests, failures, commits }: TurnMarks): string {
  const parts = [
    filesChanged > 0 && `${filesChanged} ${filesChanged === 1 ? 'file' : 'files'} changed`,
    tests && `tests ${tests}`,
    commits > 0 && `${commits} ${commits === 1 ? 'commit' : 'commits'}`,
    failures > 0 && `${failures} failed ${failures === 1 ? 'call' : 'calls'}`,
  ]
  return parts.filter(Boolean).join(', ')
}

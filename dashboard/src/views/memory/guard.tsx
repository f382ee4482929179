import {
  describeGuardHosts,
  describePattern,
  describePatterns,
} from '../../../../src/contract/guard-text.ts'
import { type GuardLevel, guardLevels, nameAgent } from '../../../../src/contract/vocabulary.ts'
import type { OutputOf } from '../../api/call.ts'
import { useChange, useOperation } from '../../api/operation-hooks.ts'
import { Button } from '../../components/button.tsx'
import { Facts } from '../../components/figures.tsx'
import { ErrorNote, Skeleton } from '../../components/placeholders.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { showFailure, showToast } from '../../components/toasts.tsx'
import { Card } from '../../components/view.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { count } from '../../wording/amounts.ts'

type Guard = OutputOf<'getGuard'>

/** What happens before a tool does what the memory forbids, tested on history; nothing if it forbids no call. */
export function GuardCard({ id }: { id: string }) {
  const { data: guard, error } = useOperation('getGuard', { id }, { isSlow: true })
  const { mutateAsync, isPending } = useChange('setGuard')
  const change = async (given: { level?: GuardLevel; exceptions?: Guard['exceptions'] }) => {
    try {
      const { level } = await mutateAsync({ id, ...given })
      showToast(given.exceptions ? 'That call passes from now on' : `The guard is set to ${level}`)
    } catch (thrown) {
      showFailure(thrown)
    }
  }
  const call = guard?.last?.call
  const letPass = () => guard && call && void change({ exceptions: [...guard.exceptions, call] })
  useShortcuts(
    'Memory',
    call ? [{ keys: 'w', label: 'Guard was wrong', run: () => letPass() }] : [],
  )
  if (!guard)
    return <Card title="Guard">{error ? <ErrorNote error={error} /> : <Skeleton lines={3} />}</Card>
  if (guard.patterns.length === 0 && guard.exceptions.length === 0 && !guard.last) return null
  const mayEnforce = guard.patterns.length > 0 && guard.obstacle === undefined
  const offered = guardLevels.filter(
    (level) => mayEnforce || level === guard.level || level === 'off' || level === 'note',
  )
  return (
    <Card title="Guard">
      <Facts facts={factsOf(guard)} />
      <fieldset className="row guard-levels" disabled={isPending}>
        <legend className="quiet">Before a tool does this</legend>
        {offered.map((level) => (
          <Button
            key={level}
            aria-pressed={level === guard.level}
            onClick={() => void change({ level })}
          >
            {levelWords[level]}
          </Button>
        ))}
        {call && <Button onClick={letPass}>Wrong: let {describePattern(call)} pass</Button>}
      </fieldset>
      <p className="quiet">{describeGuardHosts(guard.hosts)}</p>
    </Card>
  )
}

const levelWords: Readonly<Record<GuardLevel, string>> = {
  off: 'Off',
  note: 'Note',
  ask: 'Ask me',
  block: 'Block',
}

function factsOf({ patterns, exceptions, backtest, obstacle, fired, last, ...guard }: Guard) {
  return [
    ['Fires on', <code key="on">{describePatterns(patterns)}</code>],
    ...(exceptions.length > 0
      ? [['Except', <code key="except">{describePatterns(exceptions)}</code>] as const]
      : []),
    ['In your history', describeBacktest(backtest)],
    ...(last
      ? [
          [
            'Held back',
            <span key="last">
              {count(fired, 'call')}, last <RelativeTime at={last.at} /> in {nameAgent(last.host)}
            </span>,
          ] as const,
        ]
      : []),
    ...(obstacle === undefined ? [] : [['Only notes', obstacle] as const]),
    ...(guard.setAt && guard.state !== 'kept'
      ? [['Memory', `${guard.state} since; the guard is as you set it`] as const]
      : []),
  ] as const
}

function describeBacktest({
  sessions,
  isAll,
  fired,
  corrected,
  passed,
}: Guard['backtest']): string {
  const where = `${isAll ? '' : 'the last '}${count(sessions, 'session')}`
  if (fired === 0) return `Would not have fired in ${where}`
  return `Would have fired in ${count(fired, 'turn')} of ${where}; you corrected the agent ${count(corrected, 'time')} and let it pass ${count(passed, 'time')}`
}

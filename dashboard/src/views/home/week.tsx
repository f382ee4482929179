import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { DayColumns } from '../../components/day-columns.tsx'
import { Pending } from '../../components/placeholders.tsx'
import { Card } from '../../components/view.tsx'
import { count, number } from '../../wording/amounts.ts'

interface ProjectProps {
  readonly project: string | undefined
}

/** How much of what was learned reached an agent, and was used. */
export function Week({ project }: ProjectProps) {
  const learned = useOperation('listLearned', { project, limit: 1 }, { live: true })
  const given = useOperation('getContextStats', { project, days: 7 }, { live: true })
  if (!learned.data || !given.data) {
    return (
      <Card title="This week">
        <Pending error={learned.error ?? given.error} />
      </Card>
    )
  }
  const { rules, memories } = learned.data
  const { shown, used, sessions, moments } = given.data
  const most = Math.max(rules + memories, shown, used, 1)
  return (
    <Card title="This week">
      <dl className="funnel">
        <Step
          name="Learned"
          value={rules + memories}
          most={most}
          detail={rules > 0 ? `memories, ${number(rules)} of them rules` : 'memories'}
        />
        <Step
          name="Given"
          value={shown}
          most={most}
          detail={shown > 0 && `lines, to ${count(sessions, 'session')}`}
        />
        <Step
          name="Used"
          value={used}
          most={most}
          detail={shown > 0 && describeFailures(moments)}
        />
      </dl>
    </Card>
  )
}

interface StepProps {
  readonly name: string
  readonly value: number
  readonly most: number
  readonly detail: ReactNode
}

function Step({ name, value, most, detail }: StepProps) {
  return (
    <div className="funnel-step">
      <dt>{name}</dt>
      <dd className="funnel-value">{number(value)}</dd>
      <dd className="funnel-detail">{detail}</dd>
      <dd className="funnel-bar" aria-hidden="true">
        <span style={{ width: `${Math.max(value > 0 ? 2 : 0, (100 * value) / most)}%` }} />
      </dd>
    </div>
  )
}

function describeFailures(moments: OutputOf<'getContextStats'>['moments']): string {
  const failures = moments.filter(({ moment }) => moment === 'failure')
  const answered = failures.reduce((total, { given }) => total + given, 0)
  return answered === 0 ? 'of those given' : `${count(answered, 'failure')} answered`
}

const stripDays = 30

export function LastDays({ project }: ProjectProps) {
  const options = { everyMs: 60_000, keepsPrevious: true }
  const { data, error } = useOperation('getGrowth', { project, days: stripDays }, options)
  const days = data?.days ?? []
  const turns = days.map((day) => day.turns)
  const total = turns.reduce((sum, value) => sum + value, 0)
  const worked = turns.filter((value) => value > 0).length
  const summary = `${count(total, 'turn')} on ${count(worked, 'day')} of the last ${stripDays}`
  return (
    <Card
      title={`${stripDays} days`}
      actions={
        <Link to="/activity" search={{ project }} className="quiet-link">
          Activity
        </Link>
      }
    >
      {!data && <Pending error={error} />}
      {data && (
        <>
          <DayColumns
            summary={summary}
            days={days.map(({ day }) => day)}
            series={[{ label: 'Turns', values: turns, colour: '--accent' }]}
            format={number}
            heightPx={72}
          />
          <p className="home-caption">{summary}</p>
        </>
      )}
    </Card>
  )
}

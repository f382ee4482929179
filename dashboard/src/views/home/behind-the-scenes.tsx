import { useEffect, useState } from 'react'
import type { OutputOf } from '../../api/call.ts'
import { Summary } from '../../components/summary.tsx'
import { Jobs } from './jobs.tsx'
import { Overview } from './overview.tsx'

type Status = OutputOf<'getStatus'>

/** Capture, jobs and model costs. Closed unless something needs attention. */
export function BehindTheScenes({ status }: { status: Status }) {
  const isTrouble = needsAttention(status)
  const [isOpen, setOpen] = useState(isTrouble)
  useEffect(() => {
    if (isTrouble) setOpen(true)
  }, [isTrouble])
  return (
    <details
      className="home-behind"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <Summary className="home-behind-summary">
        <h2>Behind the scenes</h2>
        <span className="quiet">capture, jobs and model costs</span>
      </Summary>
      {isOpen && (
        <div className="stack">
          <Overview status={status} />
          <Jobs />
        </div>
      )}
    </details>
  )
}

function needsAttention({ spool, jobs, budget }: Status): boolean {
  return (
    spool.rejected > 0 ||
    budget.exhausted !== undefined ||
    jobs.some(({ status }) => status === 'parked')
  )
}

import type { OutputOf } from '../../api/call.ts'
import { Card } from '../../components/view.tsx'
import { bytes } from '../../wording/amounts.ts'

type Stored = OutputOf<'getGrowth'>['storage']

const names: Record<Stored['parts'][number]['part'], string> = {
  captured: 'Sessions and events',
  memories: 'Memories',
  search: 'Search index',
  vectors: 'Vectors',
  other: 'Digests, jobs, costs',
}

export function Storage({ storage: { bytes: total, parts } }: { storage: Stored }) {
  return (
    <Card title="Disk">
      <p className="activity-summary">
        {bytes(total)} for all projects{parts.length === 0 && '; too large to measure by part'}.
      </p>
      <dl className="activity-parts">
        {parts.map(({ part, bytes: size }) => (
          <div key={part}>
            <dt>{names[part]}</dt>
            <dd>{bytes(size)}</dd>
            <meter className="bar" min={0} max={total} value={size} aria-hidden="true" />
          </div>
        ))}
      </dl>
    </Card>
  )
}

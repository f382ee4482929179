import type { OutputOf } from '../../api/call.ts'
import { Card } from '../../components/card.tsx'
import { bytes } from '../../wording/amounts.ts'
import { share } from './sums.ts'

type Storage = OutputOf<'getGrowth'>['storage']

const names: Record<Storage['parts'][number]['part'], string> = {
  captured: 'Sessions and events',
  memories: 'Memories',
  search: 'Search index',
  vectors: 'Vectors',
  other: 'Digests, jobs, costs',
}

/** What the database's space is used for. */
export function StorageCard({ storage: { bytes: total, parts } }: { storage: Storage }) {
  return (
    <Card title="Database contents">
      <p className="costs-summary">
        {bytes(total)} for all projects{parts.length === 0 && '; too large to measure by part'}.
      </p>
      <dl className="costs-parts">
        {parts.map(({ part, bytes: size }) => (
          <div key={part}>
            <dt>{names[part]}</dt>
            <dd>
              {bytes(size)} <span className="quiet">{share(size, total)}</span>
            </dd>
            <meter min={0} max={total} value={size} aria-hidden="true" />
          </div>
        ))}
      </dl>
    </Card>
  )
}

import { useState } from 'react'
import { useOperation } from '../../api/operation-hooks.ts'
import { classNames } from '../../components/class-names.ts'
import { Pending } from '../../components/pending.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Summary } from '../../components/summary.tsx'
import { duration } from '../../wording/time.ts'
import type { ToolEvent } from './group-tools.ts'
import { ToolText } from './tool-text.tsx'

/** One tool call. Its input and output load when its group is opened. */
export function ToolEventRow({ event, isTarget }: { event: ToolEvent; isTarget: boolean }) {
  const { id, toolName, outcome, durationMs, occurredAt } = event
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useOperation('getToolEvent', { id })
  return (
    <li className={classNames('tool-event', isTarget && 'is-target')}>
      <details onToggle={({ currentTarget: { open } }) => setOpen(open)}>
        <Summary iconSize={16}>
          <span className="mono truncate">{data?.text ?? toolName}</span>
          {outcome === 'failed' && <span className="is-failed"> failed</span>}
          <span className="turn-time">
            {durationMs !== undefined && <span>{duration(durationMs)}</span>}
            <RelativeTime at={occurredAt} />
          </span>
        </Summary>
        {isOpen && !data && <Pending error={error} />}
        {isOpen && data && (
          <>
            <ToolText name="Input" value={data.input} />
            <ToolText name="Output" value={data.output} />
          </>
        )}
      </details>
    </li>
  )
}

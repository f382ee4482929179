import { useState } from 'react'
import { useOperation } from '../../api/operation-hooks.ts'
import { classNames } from '../../components/class-names.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { duration } from '../../wording/time.ts'
import type { ToolEvent } from './group-tools.ts'
import { ToolText } from './tool-text.tsx'

/** One use of a tool. What went in and came out is fetched when its group is opened. */
export function ToolEventRow({ event, isTarget }: { event: ToolEvent; isTarget: boolean }) {
  const { id, toolName, outcome, durationMs, occurredAt } = event
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useOperation('getToolEvent', { id })
  if (error) {
    return (
      <li>
        <ErrorNote error={error} />
      </li>
    )
  }
  return (
    <li className={classNames('tool-event', isTarget && 'is-target')}>
      <details onToggle={({ currentTarget: { open } }) => setOpen(open)}>
        <summary>
          <Icon name="chevron" />
          <span className="mono truncate">{data?.text ?? toolName}</span>
          {outcome === 'failed' && <span className="is-failed"> failed</span>}
          <span className="turn-time">
            {durationMs !== undefined && <span>{duration(durationMs)}</span>}
            <RelativeTime at={occurredAt} />
          </span>
        </summary>
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

import './tool-group.css'
import { useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Summary } from '../../components/summary.tsx'
import type { ToolGroup as Group } from './group-tools.ts'
import { ToolEventRow } from './tool-event-row.tsx'

const shownAtOnce = 20

interface ToolGroupProps {
  readonly group: Group
  /** The tool event that the URL names; its group starts open. */
  readonly targetId: string
}

/** `Bash ×3, 1 failed`; when open, one line per call. */
export function ToolGroup({ group: { name, events, failed }, targetId }: ToolGroupProps) {
  const target = events.findIndex(({ id }) => id === targetId)
  const [shown, setShown] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  // The button may disappear with its action, so first move the focus to the last row; the new
  // rows follow it.
  const showMore = () => {
    list.current?.querySelector<HTMLElement>(':scope > :last-child summary')?.focus()
    setShown(shown + shownAtOnce)
  }
  return (
    <details
      className="tool-group"
      open={target >= 0}
      onToggle={({ currentTarget: { open } }) =>
        setShown(open ? Math.max(shownAtOnce, target + 1) : 0)
      }
    >
      <Summary>
        <strong>{name}</strong>
        {events.length > 1 && <span> ×{events.length}</span>}
        {failed > 0 && (
          <span className="is-failed">{events.length > 1 ? `, ${failed} failed` : ' failed'}</span>
        )}
      </Summary>
      <ul ref={list} className="tool-events">
        {events.slice(0, shown).map((event) => (
          <ToolEventRow key={event.id} event={event} isTarget={event.id === targetId} />
        ))}
      </ul>
      {shown > 0 && events.length > shown && (
        <Button look="quiet" onClick={showMore}>
          Show {Math.min(shownAtOnce, events.length - shown)} more
        </Button>
      )}
    </details>
  )
}

import './tool-group.css'
import { useRef, useState } from 'react'
import { useOperation } from '../../api/operation-hooks.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { Pending } from '../../components/placeholders.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Summary } from '../../components/view.tsx'
import { number } from '../../wording/amounts.ts'
import { duration } from '../../wording/time.ts'
import type { Turn } from './timeline-entries.ts'

const shownAtOnce = 20

interface ToolGroupProps {
  readonly group: ToolCalls
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

/** One tool call. Its input and output load when its group is opened. */
function ToolEventRow({ event, isTarget }: { event: ToolEvent; isTarget: boolean }) {
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

const charactersAtOnce = 20_000

function ToolText({ name, value }: { name: string; value: unknown }) {
  const [isWhole, setWhole] = useState(false)
  const box = useRef<HTMLPreElement>(null)
  const text = toText(value)
  if (text === '') return null
  const isCut = !isWhole && text.length > charactersAtOnce
  // The button disappears with its action, so move the focus first.
  const showWhole = () => {
    box.current?.focus()
    setWhole(true)
  }
  return (
    <figure className="tool-text">
      <figcaption>{name}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be keyboard-accessible */}
      <pre ref={box} tabIndex={0}>
        {isCut ? `${text.slice(0, charactersAtOnce)}…` : text}
      </pre>
      {isCut && (
        <Button look="quiet" onClick={showWhole}>
          Show all {number(text.length)} characters
        </Button>
      )}
    </figure>
  )
}

/** One field per line, with real line breaks, which JSON would escape. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return JSON.stringify(value, null, 2)
  return Object.entries(value)
    .filter(([, field]) => field !== '' && field !== null)
    .map(([name, field]) => {
      const text = typeof field === 'string' ? field : JSON.stringify(field, null, 2)
      return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`
    })
    .join('\n')
}

type ToolEvent = Turn['toolEvents'][number]

interface ToolCalls {
  readonly name: string
  readonly events: readonly ToolEvent[]
  readonly failed: number
}

/** Groups calls of the same tool by the same agent, in the order of the first call. */
export function groupTools(events: readonly ToolEvent[]): ToolCalls[] {
  const groups = Map.groupBy(events, ({ toolName, agentName }) =>
    agentName ? `${toolName} of ${agentName}` : toolName,
  )
  return [...groups].map(([name, own]) => ({
    name,
    events: own,
    failed: own.filter(({ outcome }) => outcome === 'failed').length,
  }))
}

import { useEffect, useRef } from 'react'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { number } from '../../wording/amounts.ts'
import { withoutMarks } from '../../wording/texts.ts'
import { type Review, textOf } from './review-item.ts'
import { kindTones, nameOf } from './wording.ts'

interface QueueProps {
  readonly review: Review
  /** Key of the open item. */
  readonly current: string
  readonly onSelect: (key: string) => void
}

/** Every item in the queue, to choose from. */
export function Queue({ review: { items, total }, current, onSelect }: QueueProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const pick = list.current?.querySelector(`[data-key="${CSS.escape(current)}"]`)
    if (list.current && pick) scrollTo(list.current, pick)
  }, [current])
  return (
    <Card title={`${number(total)} to review`} isFlush>
      <ul ref={list} className="review-queue" aria-label="To review">
        {items.map((item) => (
          <li key={item.key}>
            <button
              type="button"
              className="review-pick"
              data-key={item.key}
              aria-current={item.key === current}
              onClick={() => onSelect(item.key)}
            >
              <span className="review-pick-text">{withoutMarks(textOf(item))}</span>
              <Badge tone={kindTones[item.kind]}>{nameOf(item)}</Badge>
            </button>
          </li>
        ))}
      </ul>
      {items.length < total && (
        <p className="review-more">{number(total - items.length)} more after these.</p>
      )}
    </Card>
  )
}

/** Scrolls only the list; `scrollIntoView` would scroll the page too. */
function scrollTo(list: Element, pick: Element): void {
  const [frame, place] = [list.getBoundingClientRect(), pick.getBoundingClientRect()]
  if (place.top < frame.top) list.scrollTop -= frame.top - place.top
  if (place.bottom > frame.bottom) list.scrollTop += place.bottom - frame.bottom
}

/** The list of what waits, of which one item is open and several may be chosen. */
import { useEffect, useRef } from 'react'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Card } from '../../components/view.tsx'
import { count, number } from '../../wording/amounts.ts'
import { withoutMarks } from '../../wording/texts.ts'
import { kindTones, nameOf, type Review, textOf } from './review-item.ts'

interface QueueProps {
  readonly review: Review
  /** Key of the open item. */
  readonly current: string
  readonly chosen: ReadonlySet<string>
  readonly onSelect: (key: string) => void
  readonly onChoose: (key: string) => void
  readonly onChooseUntil: (key: string) => void
  readonly onShowOverheard: () => void
}

export function Queue({
  review: { items, total, overheard },
  current,
  chosen,
  onSelect,
  onChoose,
  onChooseUntil,
  onShowOverheard,
}: QueueProps) {
  const isMixed = items.some(({ kind }) => kind !== items[0]?.kind)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const pick = list.current?.querySelector(`[data-key="${CSS.escape(current)}"]`)
    if (list.current && pick) scrollTo(list.current, pick)
  }, [current])
  return (
    <Card
      title={chosen.size > 0 ? `${number(chosen.size)} selected` : `${number(total)} to review`}
      isFlush
    >
      <ul ref={list} className="review-queue" aria-label="To review">
        {items.map((item) => (
          <li key={item.key}>
            <button
              type="button"
              className="review-pick"
              data-key={item.key}
              aria-current={item.key === current}
              aria-pressed={chosen.has(item.key)}
              onClick={({ shiftKey, ctrlKey, metaKey }) => {
                if (shiftKey) onChooseUntil(item.key)
                else if (ctrlKey || metaKey) onChoose(item.key)
                else onSelect(item.key)
              }}
            >
              {chosen.has(item.key) && <Icon name="done" />}
              <span className="review-pick-text">{withoutMarks(textOf(item))}</span>
              {isMixed && <Badge tone={kindTones[item.kind]}>{nameOf(item)}</Badge>}
            </button>
          </li>
        ))}
        {items.length < total && (
          <li className="review-more">{number(total - items.length)} more after these.</li>
        )}
      </ul>
      <Overheard count={overheard} onShow={onShowOverheard} />
    </Card>
  )
}

/** Weak candidates: one line, until somebody wants to see them. */
export function Overheard({ count: candidates, onShow }: { count: number; onShow: () => void }) {
  if (candidates === 0) return null
  return (
    <p className="review-more">
      <Button look="quiet" onClick={onShow}>
        {count(candidates, 'weak candidate')}
      </Button>{' '}
      {candidates === 1 ? 'is' : 'are'} not shown.
    </p>
  )
}

/** Scrolls only the list; `scrollIntoView` would scroll the page too. */
function scrollTo(list: Element, pick: Element): void {
  const [frame, place] = [list.getBoundingClientRect(), pick.getBoundingClientRect()]
  if (place.top < frame.top) list.scrollTop -= frame.top - place.top
  if (place.bottom > frame.bottom) list.scrollTop += place.bottom - frame.bottom
}

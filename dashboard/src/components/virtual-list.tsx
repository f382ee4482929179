import './virtual-list.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react'

export interface VirtualListHandle {
  scrollTo(index: number): void
  focus(): void
}

interface VirtualListProps {
  readonly label: string
  readonly count: number
  /** Measured once it is there. */
  readonly estimatedRowPx: number
  readonly row: (index: number) => ReactNode
  /** By what a row is known, wherever it goes; the same function as long as the rows are the same. */
  readonly keyOf?: (index: number) => string | number
  /** Called with what is about to be seen, to fetch it. */
  readonly onSee?: (first: number, last: number) => void
  readonly ref?: Ref<VirtualListHandle>
}

/** A list of any length: only what is seen is in the page. It scrolls by itself and fills its place. */
export function VirtualList(props: VirtualListProps) {
  const { label, count, estimatedRowPx, row, keyOf, onSee, ref } = props
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedRowPx,
    overscan: 8,
    ...(keyOf && { getItemKey: keyOf }),
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onSee?.(first, last), [onSee, first, last])
  useImperativeHandle(ref, () => ({
    scrollTo: (index) => virtual.scrollToIndex(index),
    focus: () => scroller.current?.focus({ preventScroll: true }),
  }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section ref={scroller} className="virtual-list" aria-label={label} tabIndex={0}>
      <ul style={{ height: virtual.getTotalSize() }} aria-label={label}>
        {items.map(({ key, index, start }) => (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
          >
            {row(index)}
          </li>
        ))}
      </ul>
    </section>
  )
}

import './virtual-list.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { type RowKeys, useRowKeys } from '../keyboard/row-keys.ts'

export interface VirtualListHandle {
  focus(): void
}

interface VirtualListProps {
  readonly label: string
  readonly count: number
  /** Estimate; measured after rendering. */
  readonly estimatedRowPx: number
  readonly row: (index: number) => ReactNode
  /** Identifies a row. Must be a stable function while the rows are the same. */
  readonly keyOf?: (index: number) => string | number
  readonly onSee?: (first: number, last: number) => void
  readonly actions?: RowKeys['actions']
  readonly ref?: Ref<VirtualListHandle>
}

/**
 * A list of any length that renders only visible rows, and whose rows keys can reach. As high as its
 * rows; it scrolls where its container, a flex column, leaves less.
 */
export function VirtualList(props: VirtualListProps) {
  const { label, count, estimatedRowPx, row, keyOf, onSee, actions = [], ref } = props
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
  useRowKeys({
    title: label,
    list: scroller,
    count,
    reveal: (index) => virtual.scrollToIndex(index),
    actions,
  })
  useImperativeHandle(ref, () => ({
    focus: () => scroller.current?.focus({ preventScroll: true }),
  }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be keyboard-accessible
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

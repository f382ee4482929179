/** `j` and `k` move the focus between rows; other keys act on the focused row. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useShortcuts } from './shortcuts.ts'

export interface RowKeys {
  readonly title: string
  /** Holds the rows: elements with `data-row`, each with a link. */
  readonly list: RefObject<HTMLElement | null>
  readonly count: number
  readonly reveal?: (index: number) => void
  readonly actions: readonly {
    readonly keys: string
    readonly label: string
    readonly run: (index: number) => void
  }[]
}

/** @returns a function that focuses a row */
export function useRowKeys({ title, list, count, reveal, actions }: RowKeys) {
  const last = useLastRow(list)
  const focus = (index: number) => {
    if (index < 0 || index >= count) return
    last.current = { index }
    if (focusLink(list.current, index)) return
    reveal?.(index)
    requestAnimationFrame(() => requestAnimationFrame(() => focusLink(list.current, index)))
  }
  const current = () => {
    const { element, index } = last.current
    return rowOf(list.current, element) ?? Math.min(index, count - 1)
  }
  useRowAfterBack(list, count, focus)
  // Its row may have moved. If it is gone, the next one gets the focus.
  useLayoutEffect(() => {
    const { element, index } = last.current
    const found = rowOf(list.current, element)
    if (found !== undefined) last.current = { element, index: found }
    else if (element && document.activeElement === document.body) {
      focusLink(list.current, Math.min(index, count - 1), { preventScroll: true })
    }
  })
  useShortcuts(title, [
    {
      keys: 'j',
      label: 'Next',
      repeats: true,
      run: () => focus(Math.min(current() + 1, count - 1)),
    },
    { keys: 'k', label: 'Previous', repeats: true, run: () => focus(Math.max(current() - 1, 0)) },
    ...actions.map(({ keys, label, run }) => ({
      keys,
      label,
      run: () => {
        const index = rowOf(list.current, document.activeElement)
        if (index !== undefined) run(index)
      },
    })),
  ])
  return focus
}

interface LastRow {
  readonly index: number
  /** The focused element in the row; it follows the row. */
  readonly element?: Element | undefined
}

function useLastRow(list: RefObject<HTMLElement | null>): RefObject<LastRow> {
  const last = useRef<LastRow>({ index: -1 })
  useEffect(() => {
    const note = () => {
      const element = document.activeElement ?? undefined
      const index = rowOf(list.current, element)
      if (index !== undefined) last.current = { index, element }
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [list])
  return last
}

/** Row by history entry, so that Back returns to the row that was opened. */
const openedRows = new Map<unknown, number>()
const historyEntry = (): unknown => history.state?.__TSR_key

function useRowAfterBack(
  list: RefObject<HTMLElement | null>,
  count: number,
  focus: (index: number) => void,
): void {
  const goal = useRef(openedRows.get(historyEntry()))
  useEffect(() => {
    const index = goal.current
    if (index === undefined || count === 0) return
    goal.current = undefined
    focus(Math.min(index, count - 1))
  })
  useEffect(() => {
    const note = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null
      const index = rowOf(list.current, link)
      if (index !== undefined) openedRows.set(historyEntry(), index)
    }
    document.addEventListener('click', note, { capture: true })
    return () => document.removeEventListener('click', note, { capture: true })
  }, [list])
}

function focusLink(list: HTMLElement | null, index: number, options?: FocusOptions): boolean {
  const link = list?.querySelector<HTMLElement>(`[data-row="${index}"] a`)
  link?.focus(options)
  return link !== null && link !== undefined
}

function rowOf(list: HTMLElement | null, element: Element | null | undefined): number | undefined {
  const row = element?.closest<HTMLElement>('[data-row]')
  return row && list?.contains(row) ? Number(row.dataset.row) : undefined
}

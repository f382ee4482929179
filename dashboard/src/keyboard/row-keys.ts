/** `j` and `k` move the focus from row to row; other keys act on the row that has it. */
import { type RefObject, useEffect, useRef } from 'react'
import { useShortcuts } from './shortcuts.ts'

export interface RowKeys {
  readonly title: string
  /** Holds the rows: elements with `data-row`, each with a link. */
  readonly list: RefObject<HTMLElement | null>
  readonly count: number
  /** Brings a row into the page that is not there yet. */
  readonly reveal?: (index: number) => void
  readonly actions: readonly {
    readonly keys: string
    readonly label: string
    readonly run: (index: number) => void
  }[]
}

/** @returns how to give a row the focus */
export function useRowKeys({ title, list, count, reveal, actions }: RowKeys) {
  const last = useRef(-1)
  const focus = (index: number) => {
    if (index < 0 || index >= count) return
    last.current = index
    if (focusLink(list.current, index)) return
    reveal?.(index)
    requestAnimationFrame(() => requestAnimationFrame(() => focusLink(list.current, index)))
  }
  const current = () => focusedRow(list.current) ?? Math.min(last.current, count - 1)
  // When its row goes, the next one gets the focus.
  useEffect(() => {
    if (last.current >= 0 && document.activeElement === document.body) {
      focusLink(list.current, Math.min(last.current, count - 1))
    }
  }, [list, count])
  useShortcuts(title, [
    { keys: 'j', label: 'Next', run: () => focus(Math.min(current() + 1, count - 1)) },
    { keys: 'k', label: 'Previous', run: () => focus(Math.max(current() - 1, 0)) },
    ...actions.map(({ keys, label, run }) => ({
      keys,
      label,
      run: () => {
        last.current = current()
        if (last.current >= 0) run(last.current)
      },
    })),
  ])
  return focus
}

function focusLink(list: HTMLElement | null, index: number): boolean {
  const link = list?.querySelector<HTMLElement>(`[data-row="${index}"] a`)
  link?.focus()
  return link !== null && link !== undefined
}

function focusedRow(list: HTMLElement | null): number | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  return row && list?.contains(row) ? Number(row.dataset.row) : undefined
}

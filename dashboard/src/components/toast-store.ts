/** Short messages about the last action, which can be undone for ten seconds. */
import { useSyncExternalStore } from 'react'
import { sentence } from '../wording/texts.ts'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'plain' | 'bad'
  /** Undoes the action. */
  readonly undo: (() => unknown) | undefined
  /** The subject, so undoing it elsewhere can dismiss the toast. */
  readonly about: string | undefined
}

export const toastMs = 10_000

let toasts: readonly Toast[] = []
let shown = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

type ToastOptions = Partial<Pick<Toast, 'tone' | 'undo' | 'about'>>

export function showToast(text: string, options: ToastOptions = {}): void {
  shown += 1
  const { tone = 'plain', undo, about } = options
  set([...toasts, { id: shown, text: sentence(text), tone, undo, about }])
}

export function dismissToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id))
}

export function dismissToastsAbout(what: string): void {
  set(toasts.filter(({ about }) => about !== what))
}

export function undoToast(toast: Toast | undefined): void {
  if (!toast?.undo) return
  dismissToast(toast.id)
  toast.undo()
}

/** The action that `z` undoes. */
export function newestUndo(): Toast | undefined {
  return toasts.findLast(({ undo }) => undo !== undefined)
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => toasts,
  )
}

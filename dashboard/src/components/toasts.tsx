/** Short messages about the last action, which can be undone for ten seconds. */
import './toasts.css'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useShortcuts } from '../keyboard/shortcuts.ts'
import { sentence } from '../wording/texts.ts'
import { Button, IconButton } from './button.tsx'
import { Keys } from './keys.tsx'

/** Shows the last few toasts. They stay while hovered or focused. */
export function Toaster() {
  const toasts = useToasts()
  const newest = newestUndo()
  useShortcuts('Everywhere', [
    { keys: 'z', label: 'Undo the last action', run: () => undoToast(newestUndo()) },
  ])
  return (
    <div className="toaster" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastBox key={toast.id} toast={toast} isNext={toast === newest} />
      ))}
    </div>
  )
}

interface ToastBoxProps {
  readonly toast: Toast
  readonly isNext: boolean
}

function ToastBox({ toast, isNext }: ToastBoxProps) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(toast.id), toastMs)
    return () => clearTimeout(timer)
  }, [isHeld, toast.id])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects hovering and focus
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: as above
    <div
      className={`toast toast-${toast.tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="toast-text">{toast.text}</span>
      {toast.undo && (
        <Button look="quiet" onClick={() => undoToast(toast)}>
          Undo {isNext && <Keys keys="z" />}
        </Button>
      )}
      <IconButton icon="close" label="Dismiss" onClick={() => dismissToast(toast.id)} />
    </div>
  )
}

interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'plain' | 'bad'
  readonly undo: (() => unknown) | undefined
  /** The subject, so undoing it elsewhere can dismiss the toast. */
  readonly about: string | undefined
}

const toastMs = 10_000

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

export function showFailure(error: unknown): void {
  showToast(error instanceof Error ? error.message : String(error), { tone: 'bad' })
}

function dismissToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id))
}

export function dismissToastsAbout(what: string): void {
  set(toasts.filter(({ about }) => about !== what))
}

function undoToast(toast: Toast | undefined): void {
  if (!toast?.undo) return
  dismissToast(toast.id)
  toast.undo()
}

/** The action that `z` undoes. */
const newestUndo = (): Toast | undefined => toasts.findLast(({ undo }) => undo !== undefined)

function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => toasts,
  )
}

export type Change = (work: () => Promise<unknown>) => Promise<boolean>

/**
 * Runs a change, shows a toast if it fails, and refreshes the page's data.
 * @returns a function that reports success
 */
export function useChangeWithToast(): Change {
  const client = useQueryClient()
  return useCallback(
    async (work) => {
      try {
        await work()
        return true
      } catch (error) {
        showFailure(error)
        return false
      } finally {
        void client.invalidateQueries()
      }
    },
    [client],
  )
}

import './toaster.css'
import { useEffect, useState } from 'react'
import { useShortcuts } from '../keyboard/shortcuts.ts'
import { Button, IconButton } from './button.tsx'
import { Keys } from './keys.tsx'
import {
  dismissToast,
  newestUndo,
  type Toast,
  toastMs,
  undoToast,
  useToasts,
} from './toast-store.ts'

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
  /** Whether `z` undoes this one. */
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

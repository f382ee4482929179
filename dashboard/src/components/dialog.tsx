import './dialog.css'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons at the bottom. */
  readonly actions?: ReactNode
  /** A drawer comes from the side and fills the height. */
  readonly look?: 'box' | 'drawer'
}

/** The native dialog: it traps and restores the focus, and closes on Escape. */
export function Dialog({ title, isOpen, onClose, children, actions, look = 'box' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isTouched = useRef(false)
  const isPressedBeside = useRef(false)
  const id = useId()
  // Close it before unmounting: a removed dialog cannot restore the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!isOpen || !shown) return
    isTouched.current = false
    shown.showModal()
    return () => shown.close()
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does by key what a click beside it does
    <dialog
      ref={dialog}
      className={`dialog dialog-${look}`}
      aria-labelledby={id}
      onClose={onClose}
      onInput={() => {
        isTouched.current = true
      }}
      onPointerDown={({ target, currentTarget }) => {
        isPressedBeside.current = target === currentTarget
      }}
      // Selecting text may end outside the dialog; that must not close it and lose the input.
      onClick={() => {
        if (isPressedBeside.current && !isTouched.current) onClose()
      }}
    >
      {isOpen && (
        <div className="dialog-inside">
          <header className="dialog-header">
            <h2 id={id}>{title}</h2>
          </header>
          <div className="dialog-body">{children}</div>
          {actions && <footer className="dialog-actions">{actions}</footer>}
          {/* Last, so the main content gets the focus first. */}
          <IconButton icon="close" label="Close" className="dialog-close" onClick={onClose} />
        </div>
      )}
    </dialog>
  )
}

import './dialog.css'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './button.tsx'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons at its foot. */
  readonly actions?: ReactNode
  /** A drawer comes from the side and fills the height. */
  readonly look?: 'box' | 'drawer'
}

/** The browser's own dialog: it keeps the focus inside, gives it back, and closes on Escape. */
export function Dialog({ title, isOpen, onClose, children, actions, look = 'box' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does by key what a click beside it does
    <dialog
      ref={dialog}
      className={`dialog dialog-${look}`}
      aria-labelledby={id}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      {isOpen && (
        <div className="dialog-inside">
          <header className="dialog-header">
            <h2 id={id}>{title}</h2>
          </header>
          <div className="dialog-body">{children}</div>
          {actions && <footer className="dialog-actions">{actions}</footer>}
          {/* Last, so that what one came for gets the focus first. */}
          <IconButton icon="close" label="Close" className="dialog-close" onClick={onClose} />
        </div>
      )}
    </dialog>
  )
}

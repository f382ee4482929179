import './dialog.css'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button, IconButton } from './button.tsx'
import { ErrorNote } from './placeholders.tsx'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** The button at the bottom that does it, beside one that cancels. */
  readonly action?: ReactNode
  /** Other buttons at the bottom. */
  readonly actions?: ReactNode
  /** A drawer comes from the side and fills the height. */
  readonly look?: 'box' | 'drawer'
  /** Asks before it closes and what was typed is lost. */
  readonly asksFirst?: boolean
}

/** The native dialog: it traps and restores the focus, and closes on Escape. */
export function Dialog(props: DialogProps) {
  const {
    title,
    isOpen,
    onClose,
    children,
    action,
    actions,
    look = 'box',
    asksFirst = false,
  } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const isTouched = useRef(false)
  const isPressedBeside = useRef(false)
  const [isAsking, setAsking] = useState(false)
  /** Had the focus before the question. */
  const left = useRef<Element>(null)
  const id = useId()
  // Close it before unmounting: a removed dialog cannot restore the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!isOpen || !shown) return
    isTouched.current = false
    setAsking(false)
    shown.showModal()
    return () => shown.close()
  }, [isOpen])
  const leave = () => {
    if (!asksFirst || !isTouched.current) return onClose()
    left.current = document.activeElement
    setAsking(true)
  }
  const stay = () => {
    setAsking(false)
    if (left.current instanceof HTMLElement) left.current.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      dialog.current?.querySelector<HTMLElement>('.dialog-actions .button-primary')?.click()
      // Not the cancel event, which browsers send only once without another click or key.
    } else if (event.key === 'Escape' && asksFirst) isAsking ? stay() : leave()
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      className={`dialog dialog-${look}`}
      aria-labelledby={id}
      onClose={onClose}
      onKeyDown={onKeyDown}
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
          {isAsking ? (
            <Discard onDiscard={onClose} onStay={stay} />
          ) : (
            (action || actions) && (
              <footer className="dialog-actions">
                {action && <Button onClick={onClose}>Cancel</Button>}
                {action ?? actions}
              </footer>
            )
          )}
          {/* Last, so the main content gets the focus first. */}
          <IconButton icon="close" label="Close" className="dialog-close" onClick={leave} />
        </div>
      )}
    </dialog>
  )
}

interface FormDialogProps extends Pick<DialogProps, 'title' | 'onClose' | 'children'> {
  /** The label of the button that submits. */
  readonly action: string
  readonly isDangerous?: boolean
  readonly isReady?: boolean
  readonly isBusy?: boolean
  readonly error?: Error | null | undefined
  readonly onSubmit: () => unknown
}

/** A form in a dialog. Mounted only while open, so that it starts over each time. */
export function FormDialog(props: FormDialogProps) {
  const { title, onClose, children, action, error, onSubmit } = props
  const { isDangerous = false, isReady = true, isBusy = false } = props
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) void onSubmit()
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      asksFirst={!isDangerous}
      action={
        <Button
          look={isDangerous ? 'danger' : 'primary'}
          type="submit"
          form={form}
          disabled={!isReady}
          isBusy={isBusy}
        >
          {action}
        </Button>
      }
    >
      <form id={form} className="dialog-form" onSubmit={submit}>
        {children}
        {error && <ErrorNote error={error} />}
      </form>
    </Dialog>
  )
}

function Discard({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) {
  const stay = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => stay.current?.querySelector('button')?.focus(), [])
  return (
    <footer className="dialog-actions">
      <p className="dialog-question" role="alert">
        Discard what you typed?
      </p>
      <div ref={stay} className="row">
        <Button onClick={onStay}>Keep editing</Button>
        <Button look="danger" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </footer>
  )
}

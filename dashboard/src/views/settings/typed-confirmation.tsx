import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'
import { ErrorNote } from '../../components/placeholders.tsx'

interface TypedConfirmationProps {
  readonly title: string
  /** The text to type. */
  readonly word: string
  readonly action: string
  readonly error: Error | null
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** What the action does. */
  readonly children: ReactNode
}

/** A confirmation for destructive actions: the user must type the name. */
export function TypedConfirmation(props: TypedConfirmationProps) {
  const { title, word, action, error, isBusy, onConfirm, onClose, children } = props
  const form = useId()
  const [typed, setTyped] = useState('')
  const isMeant = typed.trim() === word
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (isMeant) onConfirm()
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      action={
        <Button look="danger" type="submit" form={form} disabled={!isMeant} isBusy={isBusy}>
          {action}
        </Button>
      }
    >
      <form id={form} className="stack" onSubmit={confirm}>
        {children}
        <TextField label={`Type “${word}” to continue`} value={typed} onChange={setTyped} />
        {error && <ErrorNote error={error} />}
      </form>
    </Dialog>
  )
}

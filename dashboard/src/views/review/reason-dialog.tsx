import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/text-field.tsx'

interface ReasonDialogProps {
  readonly isOpen: boolean
  readonly onGiven: (reason: string) => void
  readonly onClose: () => void
}

/** Asks why two memories that contradict each other both hold. */
export function ReasonDialog({ isOpen, onGiven, onClose }: ReasonDialogProps) {
  const form = useId()
  return (
    <Dialog
      title="Both hold"
      isOpen={isOpen}
      onClose={onClose}
      asksFirst
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={form}>
            Keep both
          </Button>
        </>
      }
    >
      <ReasonForm id={form} onGiven={onGiven} />
    </Dialog>
  )
}

function ReasonForm({ id, onGiven }: { id: string; onGiven: (reason: string) => void }) {
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '') onGiven(reason)
  }
  return (
    <form id={id} onSubmit={submit}>
      <TextField label="Because" value={reason} onChange={setReason} rows={3} isRequired />
    </form>
  )
}

import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'

interface RewordDialogProps {
  /** The proposed text; open while there is one. */
  readonly text: string | undefined
  readonly verb: 'Accept' | 'Keep'
  readonly onAccept: (text: string) => void
  readonly onClose: () => void
}

/** Accepts a proposal, or keeps a candidate, in the user's own words. */
export function RewordDialog({ text, verb, onAccept, onClose }: RewordDialogProps) {
  const form = useId()
  return (
    <Dialog
      title={`${verb} in other words`}
      isOpen={text !== undefined}
      onClose={onClose}
      asksFirst
      action={
        <Button look="primary" type="submit" form={form}>
          {verb}
        </Button>
      }
    >
      <RewordForm id={form} text={text ?? ''} onAccept={onAccept} />
    </Dialog>
  )
}

function RewordForm({
  id,
  text,
  onAccept,
}: {
  id: string
  text: string
  onAccept: (text: string) => void
}) {
  const [written, setWritten] = useState(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAccept(written)
  }
  return (
    <form id={id} onSubmit={submit}>
      <TextField label="Text" value={written} onChange={setWritten} rows={5} isRequired />
    </form>
  )
}

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
      action={
        <Button look="primary" type="submit" form={form}>
          Keep both
        </Button>
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

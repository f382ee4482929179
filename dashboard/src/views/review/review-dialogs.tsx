/** Dialogs in which the user answers a review item in their own words. */
import { useState } from 'react'
import { FormDialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'

interface RewordDialogProps {
  /** The proposed text. */
  readonly text: string
  readonly verb: 'Accept' | 'Keep'
  readonly onAccept: (text: string) => void
  readonly onClose: () => void
}

/** Accepts a proposal, or keeps a candidate, in the user's own words. */
export function RewordDialog({ text, verb, onAccept, onClose }: RewordDialogProps) {
  const [written, setWritten] = useState(text)
  return (
    <FormDialog
      title={`${verb} in other words`}
      action={verb}
      onSubmit={() => onAccept(written)}
      onClose={onClose}
    >
      <TextField label="Text" value={written} onChange={setWritten} rows={5} isRequired />
    </FormDialog>
  )
}

interface ReasonDialogProps {
  readonly onGiven: (reason: string) => void
  readonly onClose: () => void
}

/** Asks why two memories that contradict each other are both true. */
export function ReasonDialog({ onGiven, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      title="Both are true"
      action="Keep both"
      onSubmit={() => reason.trim() !== '' && onGiven(reason)}
      onClose={onClose}
    >
      <TextField label="Because" value={reason} onChange={setReason} rows={3} isRequired />
    </FormDialog>
  )
}

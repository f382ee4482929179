/** A confirmation of a destructive action: the user must type a name. */
import { type ReactNode, useState } from 'react'
import { FormDialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/fields.tsx'

interface TypedConfirmationProps {
  readonly title: string
  readonly word: string
  readonly action: string
  readonly error: Error | null
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

export function TypedConfirmation(props: TypedConfirmationProps) {
  const { word, onConfirm, children, ...dialog } = props
  const [typed, setTyped] = useState('')
  return (
    <FormDialog {...dialog} isDangerous isReady={typed.trim() === word} onSubmit={onConfirm}>
      {children}
      <TextField label={`Type “${word}” to continue`} value={typed} onChange={setTyped} />
    </FormDialog>
  )
}

import './memory-form.css'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useOperation } from '../api/operation-hooks.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { ErrorNote, Skeleton } from '../components/placeholders.tsx'
import { Text } from '../components/text.tsx'
import { type Memory, useMemoryActions } from './memory-actions.ts'
import { fieldsToInput, MemoryFields, type MemoryFieldValues } from './memory-fields.tsx'

interface MemoryEditorProps {
  /** Open while there is one. */
  readonly id: string | undefined
  readonly onClose: () => void
}

export function MemoryEditor({ id, onClose }: MemoryEditorProps) {
  const form = useId()
  return (
    <Dialog
      title="Edit memory"
      isOpen={id !== undefined}
      onClose={onClose}
      asksFirst
      action={
        <Button look="primary" type="submit" form={form}>
          Save
        </Button>
      }
    >
      {id !== undefined && <LoadedForm id={id} form={form} onSaved={onClose} />}
    </Dialog>
  )
}

interface LoadedFormProps {
  readonly id: string
  readonly form: string
  readonly onSaved: () => void
}

function LoadedForm({ id, form, onSaved }: LoadedFormProps) {
  const options = { isFresh: true, live: true }
  const asked = useOperation('getMemory', { id, exact: true }, options)
  const { data, error, isFetchedAfterMount, refetch } = asked
  return (
    <>
      {error && <ErrorNote error={error} />}
      {!error && !isFetchedAfterMount && <Skeleton lines={5} />}
      {data && isFetchedAfterMount && (
        <MemoryForm id={form} memory={data} onSaved={onSaved} onRefused={() => void refetch()} />
      )}
    </>
  )
}

interface MemoryFormProps {
  readonly id: string
  readonly memory: Memory
  readonly onSaved: () => void
  readonly onRefused: () => void
}

/** Based on the version it opened with: a change made meanwhile causes a conflict and is not overwritten. */
function MemoryForm({ id, memory: present, onSaved, onRefused }: MemoryFormProps) {
  const [memory, setMemory] = useState(present)
  const [fields, setFields] = useState(() => toFields(memory))
  const [error, setError] = useState<Error>()
  const { save } = useMemoryActions()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const set = (change: Partial<MemoryFieldValues>) => setFields({ ...fields, ...change })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await save(memory, toChange(fields)).then(onSaved, (refusal) => {
      setError(refusal)
      onRefused()
    })
  }
  const goOnWith = (words: MemoryFieldValues) => {
    setMemory(present)
    setFields(words)
    setError(undefined)
  }
  return (
    <form ref={form} id={id} className="memory-form" onSubmit={(event) => void submit(event)}>
      {present.version === memory.version ? (
        error && <ErrorNote error={error} />
      ) : (
        <ChangedMeanwhile
          content={present.content}
          onTake={() => goOnWith(toFields(present))}
          onKeep={() => goOnWith(fields)}
        />
      )}
      <MemoryFields fields={fields} onChange={set} />
    </form>
  )
}

interface ChangedMeanwhileProps {
  readonly content: string
  readonly onTake: () => void
  readonly onKeep: () => void
}

function ChangedMeanwhile({ content, onTake, onKeep }: ChangedMeanwhileProps) {
  return (
    <div className="memory-form-conflict" role="alert">
      <p>
        <strong>It changed in the meantime.</strong> Now it says: <Text text={content} />
      </p>
      <div className="row">
        <Button onClick={onTake}>Use the newer text</Button>
        <Button onClick={onKeep}>Keep mine</Button>
      </div>
    </div>
  )
}

function toFields({ content, kind, importance, tags, files, key = '' }: Memory): MemoryFieldValues {
  return { content, kind, importance, tags: tags.join(', '), files: files.join('\n'), key }
}

function toChange(values: MemoryFieldValues) {
  const { key, ...fields } = fieldsToInput(values)
  return { ...fields, newKey: key }
}

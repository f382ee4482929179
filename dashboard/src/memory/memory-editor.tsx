import './memory-form.css'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type MemoryKind, memoryKinds, memoryLimits } from '../../../src/contract/vocabulary.ts'
import { useOperation } from '../api/operation-hooks.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { ErrorNote } from '../components/error-note.tsx'
import { Select } from '../components/select.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { TextField } from '../components/text-field.tsx'
import { ImportanceSlider } from './importance-slider.tsx'
import { type Memory, useMemoryActions } from './memory-actions.ts'

interface MemoryEditorProps {
  /** Open while there is one. */
  readonly id: string | undefined
  readonly onClose: () => void
}

export function MemoryEditor({ id = '', onClose }: MemoryEditorProps) {
  const isOpen = id !== ''
  const form = useId()
  const { data, error } = useOperation('getMemory', { id, exact: true }, { enabled: isOpen })
  return (
    <Dialog
      title="Edit memory"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={form}>
            Save
          </Button>
        </>
      }
    >
      {error && <ErrorNote error={error} />}
      {!data && !error && <Skeleton lines={5} />}
      {data && <MemoryForm key={data.id} id={form} memory={data} onSaved={onClose} />}
    </Dialog>
  )
}

interface MemoryFormProps {
  readonly id: string
  readonly memory: Memory
  readonly onSaved: () => void
}

/** It keeps what it began with: somebody else's change meanwhile is refused, not overwritten. */
function MemoryForm({ id, memory: given, onSaved }: MemoryFormProps) {
  const [memory] = useState(given)
  const [fields, setFields] = useState(() => toFields(memory))
  const [error, setError] = useState<Error>()
  const { save } = useMemoryActions()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await save(memory, fromFields(fields)).then(onSaved, setError)
  }
  const left = memoryLimits.contentCharacters - [...fields.content].length
  return (
    <form ref={form} id={id} className="memory-form" onSubmit={(event) => void submit(event)}>
      {error && <ErrorNote error={error} />}
      <TextField
        label="What to remember"
        rows={4}
        value={fields.content}
        onChange={(content) => set({ content })}
        isRequired
        {...(left < 200 && { hint: `${left} characters left` })}
      />
      <div className="memory-form-pair">
        <Select
          label="Kind"
          value={fields.kind}
          options={memoryKinds.map((kind) => [kind, kind] as const)}
          onChange={(kind) => set({ kind: kind as MemoryKind })}
        />
        <ImportanceSlider
          value={fields.importance}
          onChange={(importance) => set({ importance })}
        />
      </div>
      <TextField
        label="Tags, separated by commas"
        value={fields.tags}
        onChange={(tags) => set({ tags })}
      />
      <TextField
        label="Files it is about, one on each line"
        rows={2}
        value={fields.files}
        onChange={(files) => set({ files })}
      />
      <TextField
        label="Key"
        value={fields.key}
        onChange={(key) => set({ key })}
        hint="A short name, unique in its scope. Empty for none."
      />
    </form>
  )
}

interface Fields {
  readonly content: string
  readonly kind: MemoryKind
  readonly importance: number
  readonly tags: string
  readonly files: string
  readonly key: string
}

function toFields({ content, kind, importance, tags, files, key = '' }: Memory): Fields {
  return { content, kind, importance, tags: tags.join(', '), files: files.join('\n'), key }
}

function fromFields({ content, kind, importance, tags, files, key }: Fields) {
  return {
    content,
    kind,
    importance,
    tags: tags.split(',').filter((tag) => tag.trim() !== ''),
    files: files.split('\n').filter((file) => file.trim() !== ''),
    newKey: key,
  }
}

import './memory-form.css'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type MemoryKind, memoryKinds, memoryLimits } from '../../../src/contract/vocabulary.ts'
import { Button } from '../components/button.tsx'
import { ErrorNote } from '../components/error-note.tsx'
import { Select } from '../components/select.tsx'
import { Text } from '../components/text.tsx'
import { TextField } from '../components/text-field.tsx'
import { ImportanceSlider } from './importance-slider.tsx'
import { type Memory, useMemoryActions } from './memory-actions.ts'

interface MemoryFormProps {
  readonly id: string
  /** Its current version. */
  readonly memory: Memory
  readonly onSaved: () => void
  readonly onRefused: () => void
}

/** Based on the version it opened with: a change made meanwhile causes a conflict and is not overwritten. */
export function MemoryForm({ id, memory: present, onSaved, onRefused }: MemoryFormProps) {
  const [memory, setMemory] = useState(present)
  const [fields, setFields] = useState(() => toFields(memory))
  const [error, setError] = useState<Error>()
  const { save } = useMemoryActions()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await save(memory, fromFields(fields)).then(onSaved, (refusal) => {
      setError(refusal)
      onRefused()
    })
  }
  const goOnWith = (words: Fields) => {
    setMemory(present)
    setFields(words)
    setError(undefined)
  }
  const left = memoryLimits.contentCharacters - [...fields.content].length
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
        label="Files it concerns, one per line"
        rows={2}
        value={fields.files}
        onChange={(files) => set({ files })}
      />
      <TextField
        label="Key"
        value={fields.key}
        onChange={(key) => set({ key })}
        hint="A short name, unique in its scope. Leave empty for none."
      />
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

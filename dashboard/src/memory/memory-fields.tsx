/** What a person can write about a memory, when it is added or edited. */
import './memory-form.css'
import { type ReactNode, useId } from 'react'
import { type MemoryKind, memoryKinds, memoryLimits } from '../../../src/contract/vocabulary.ts'
import { Select, TextField } from '../components/fields.tsx'

export interface MemoryFieldValues {
  readonly content: string
  readonly kind: MemoryKind
  readonly importance: number
  readonly tags: string
  readonly files: string
  readonly key: string
}

interface MemoryFieldsProps {
  readonly fields: MemoryFieldValues
  readonly onChange: (change: Partial<MemoryFieldValues>) => void
  /** Shown right after the text. */
  readonly place?: ReactNode
}

export function MemoryFields({ fields, onChange, place }: MemoryFieldsProps) {
  const left = memoryLimits.contentCharacters - [...fields.content].length
  return (
    <div className="memory-form">
      <TextField
        label="What to remember"
        rows={4}
        value={fields.content}
        onChange={(content) => onChange({ content })}
        isRequired
        {...(left < 200 && { hint: `${left} characters left` })}
      />
      {place}
      <div className="memory-form-pair">
        <Select
          label="Kind"
          value={fields.kind}
          options={memoryKinds.map((kind) => [kind, kind] as const)}
          onChange={(kind) => onChange({ kind: kind as MemoryKind })}
        />
        <ImportanceSlider
          value={fields.importance}
          onChange={(importance) => onChange({ importance })}
        />
      </div>
      <TextField
        label="Tags, separated by commas"
        value={fields.tags}
        onChange={(tags) => onChange({ tags })}
      />
      <TextField
        label="Files it concerns, one per line"
        rows={2}
        value={fields.files}
        onChange={(files) => onChange({ files })}
      />
      <TextField
        label="Key"
        value={fields.key}
        onChange={(key) => onChange({ key })}
        hint="A short name, unique in its scope. Leave empty for none."
      />
    </div>
  )
}

export function fieldsToInput({ tags, files, ...fields }: MemoryFieldValues) {
  return {
    ...fields,
    tags: tags.split(',').filter((tag) => tag.trim() !== ''),
    files: files.split('\n').filter((file) => file.trim() !== ''),
  }
}

interface ImportanceSliderProps {
  readonly value: number
  readonly onChange: (value: number) => void
}

function ImportanceSlider({ value, onChange }: ImportanceSliderProps) {
  const id = useId()
  return (
    <div className="importance-slider">
      <label htmlFor={id}>Importance</label>
      <div className="row">
        <input
          id={id}
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={value}
          onChange={({ target }) => onChange(target.valueAsNumber)}
        />
        <output htmlFor={id}>{value.toFixed(2)}</output>
      </div>
    </div>
  )
}

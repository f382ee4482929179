import './setting-control.css'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { OutputOf } from '../../api/call.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { number } from '../../wording/amounts.ts'

export function SettingControl(props: ControlProps) {
  switch (props.setting.form) {
    case 'boolean':
      return <SwitchControl {...props} />
    case 'choice':
      return <ChoiceControl {...props} />
    case 'list':
      return <ListControl {...props} />
    case 'json':
      return <JsonControl {...props} />
    default:
      return <LineControl {...props} />
  }
}

export type Setting = OutputOf<'getSettings'>['settings'][number]
export type SettingValue = Setting['value']

export interface ControlProps {
  /** Id of the element its label is for. */
  readonly id: string
  readonly setting: Setting
  readonly value: SettingValue
  readonly isDisabled: boolean
  readonly save: (value: SettingValue | undefined, problem?: string) => void
  /** Call it when the input changes without being saved. */
  readonly onEdit: () => void
}

function ChoiceControl({ id, setting, value, isDisabled, save }: ControlProps) {
  return (
    <select
      id={id}
      className="control"
      aria-describedby={`${id}-about`}
      value={String(value)}
      disabled={isDisabled}
      onChange={({ target }) => save(target.value)}
    >
      {setting.choices?.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  )
}

function SwitchControl({ id, value, isDisabled, save }: ControlProps) {
  const isOn = value === true
  return (
    <button
      id={id}
      type="button"
      role="switch"
      className="switch"
      aria-checked={isOn}
      aria-describedby={`${id}-about`}
      disabled={isDisabled}
      onClick={() => save(!isOn)}
    />
  )
}

/** A number or a line of text, saved on blur or Enter; Escape reverts it. */
function LineControl({ id, setting, isDisabled, save, onEdit }: ControlProps) {
  const { form, minimum, maximum } = setting
  const isNumber = form !== 'text'
  const stored = String(setting.value)
  const [draft, write] = useDraft(stored, onEdit)
  const commit = () => {
    if (draft === stored) return
    if (isNumber) save(toNumber(draft, setting), describeNumber(setting))
    else save(draft.trim())
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') commit()
    if (key === 'Escape') write(stored)
  }
  return (
    <input
      id={id}
      className={isNumber ? 'control control-number' : 'control'}
      aria-describedby={`${id}-about`}
      type={isNumber ? 'number' : 'text'}
      {...(isNumber && { min: minimum, max: maximum, step: form === 'integer' ? 1 : 'any' })}
      value={draft}
      disabled={isDisabled}
      spellCheck={false}
      onChange={({ target }) => write(target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  )
}

function toNumber(text: string, setting: Setting): SettingValue | undefined {
  const { form, minimum = -Infinity, maximum = Infinity } = setting
  const value = Number(text)
  const isWhole = form !== 'integer' || Number.isInteger(value)
  const isWithin = text.trim() !== '' && value >= minimum && value <= maximum
  return isWhole && isWithin ? value : undefined
}

function describeNumber({ form, minimum, maximum }: Setting): string {
  const what = form === 'integer' ? 'Write a whole number' : 'Write a number'
  if (minimum === undefined) return `${what}.`
  if (maximum === undefined) return `${what}, at least ${number(minimum)}.`
  return `${what} from ${number(minimum)} to ${number(maximum)}.`
}

/** A structured value as JSON. Saved with a button, because half-typed JSON is invalid. */
function JsonControl({ id, setting, isDisabled, save, onEdit }: ControlProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const stored = JSON.stringify(setting.value, null, 2)
  const [draft, write] = useDraft(stored, onEdit)
  const keep = () => {
    box.current?.focus()
    save(parse(draft), 'This is not JSON: look for a missing quote or comma.')
  }
  const takeBack = () => {
    box.current?.focus()
    write(stored)
  }
  return (
    <div className="json-control">
      <textarea
        ref={box}
        id={id}
        className="control mono"
        aria-describedby={`${id}-about`}
        rows={2}
        value={draft}
        disabled={isDisabled}
        spellCheck={false}
        onChange={({ target }) => write(target.value)}
      />
      {draft !== stored && (
        <div className="row">
          <Button look="primary" onClick={keep}>
            Save
          </Button>
          <Button look="quiet" onClick={takeBack}>
            Discard
          </Button>
        </div>
      )}
    </div>
  )
}

function parse(text: string): SettingValue | undefined {
  try {
    return JSON.parse(text) as SettingValue
  } catch {
    return undefined
  }
}

/** What is typed but not saved yet; replaced when the stored value changes. */
function useDraft(stored: string, onEdit: () => void) {
  const [draft, setDraft] = useState(stored)
  useEffect(() => setDraft(stored), [stored])
  const write = (text: string) => {
    setDraft(text)
    onEdit()
  }
  return [draft, write] as const
}

/** One text per row; each change is saved. */
function ListControl({ id, setting, value, isDisabled, save, onEdit }: ControlProps) {
  const items = Array.isArray(value) ? value.map(String) : []
  const add = (item: string) =>
    items.includes(item) ? save(undefined, 'This is already in the list.') : save([...items, item])
  const remove = (index: number) => {
    document.getElementById(id)?.focus()
    save(items.toSpliced(index, 1))
  }
  const rest = setting.choices?.filter((choice) => !items.includes(choice))
  return (
    <div className="list-control">
      {items.length > 0 && (
        <ul aria-labelledby={`${id}-name`}>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text may occur twice
            <li key={index}>
              <code className="truncate">{item}</code>
              <IconButton
                icon="close"
                label={`Remove ${item}`}
                disabled={isDisabled}
                onClick={() => remove(index)}
              />
            </li>
          ))}
        </ul>
      )}
      {rest?.length !== 0 && (
        <AddItem id={id} choices={rest} isDisabled={isDisabled} onAdd={add} onEdit={onEdit} />
      )}
    </div>
  )
}

interface AddItemProps {
  readonly id: string
  readonly choices: readonly string[] | undefined
  readonly isDisabled: boolean
  readonly onAdd: (item: string) => void
  readonly onEdit: () => void
}

function AddItem({ id, choices, isDisabled, onAdd, onEdit }: AddItemProps) {
  const [draft, setDraft] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (draft.trim() === '') return
    onAdd(draft.trim())
    setDraft('')
  }
  const write = (text: string) => {
    setDraft(text)
    onEdit()
  }
  const common = {
    id,
    className: 'control',
    'aria-describedby': `${id}-about`,
    value: draft,
    disabled: isDisabled,
  }
  return (
    <form className="list-control-add" onSubmit={add}>
      {choices ? (
        <select {...common} onChange={({ target }) => write(target.value)}>
          <option value="">Choose one</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type="text"
          spellCheck={false}
          onChange={({ target }) => write(target.value)}
        />
      )}
      <Button type="submit" disabled={isDisabled || draft.trim() === ''}>
        Add
      </Button>
    </form>
  )
}

import './controls.css'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { OutputOf } from '../../../api/call.ts'
import { Button } from '../../../components/button.tsx'
import { number } from '../../../wording/amounts.ts'
import type { SettingValue } from '../setting-groups.tsx'
import { ListControl } from './list-control.tsx'

/** The control for a setting's type. */
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

export interface ControlProps {
  /** Id of the element its label is for. */
  readonly id: string
  readonly setting: OutputOf<'getSettings'>['settings'][number]
  /** The value, or the one being saved. */
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
  const [draft, setDraft] = useState(stored)
  useEffect(() => setDraft(stored), [stored])
  const write = (text: string) => {
    setDraft(text)
    onEdit()
  }
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

type Setting = ControlProps['setting']

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
  const [draft, setDraft] = useState(stored)
  useEffect(() => setDraft(stored), [stored])
  const write = (text: string) => {
    setDraft(text)
    onEdit()
  }
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

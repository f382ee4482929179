import { type KeyboardEvent, useEffect, useState } from 'react'
import { number } from '../../../wording/amounts.ts'
import type { SettingValue } from '../use-setting.ts'
import type { ControlProps } from './control-props.ts'

/** A number or a line of text, saved on blur or Enter; Escape reverts it. */
export function LineControl({ id, setting, isDisabled, save, onEdit }: ControlProps) {
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

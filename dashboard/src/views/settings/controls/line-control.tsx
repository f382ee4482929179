import { type KeyboardEvent, useEffect, useState } from 'react'
import type { SettingValue } from '../use-setting.ts'
import type { ControlProps } from './control-props.ts'

/** A number or a line of text, saved when one leaves it or presses Enter; Escape takes it back. */
export function LineControl({ id, setting, isDisabled, save }: ControlProps) {
  const { form, minimum, maximum } = setting
  const isNumber = form !== 'text'
  const stored = String(setting.value)
  const [draft, setDraft] = useState(stored)
  useEffect(() => setDraft(stored), [stored])
  const commit = () => {
    if (draft !== stored) save(isNumber ? toNumber(draft) : draft.trim(), 'Write a number.')
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') commit()
    if (key === 'Escape') setDraft(stored)
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
      onChange={({ target }) => setDraft(target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  )
}

function toNumber(text: string): SettingValue | undefined {
  const value = Number(text)
  return text.trim() === '' || Number.isNaN(value) ? undefined : value
}

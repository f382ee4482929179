import type { ControlProps } from './control-props.ts'

export function ChoiceControl({ id, setting, value, isDisabled, save }: ControlProps) {
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

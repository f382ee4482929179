import type { ControlProps } from './control-props.ts'

export function SwitchControl({ id, value, isDisabled, save }: ControlProps) {
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

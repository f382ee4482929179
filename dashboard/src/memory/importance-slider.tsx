import { useId } from 'react'

interface ImportanceSliderProps {
  readonly value: number
  readonly onChange: (value: number) => void
}

export function ImportanceSlider({ value, onChange }: ImportanceSliderProps) {
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

import './slider.css'
import { useId } from 'react'
import { number } from '../wording/amounts.ts'

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly most: number
  readonly step: number
  readonly onChange: (value: number) => void
}

export function Slider({ label, value, most, step, onChange }: SliderProps) {
  const id = useId()
  return (
    <div className="slider">
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{number(value)}</output>
      <input
        id={id}
        type="range"
        min={0}
        max={most}
        step={step}
        value={value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  )
}

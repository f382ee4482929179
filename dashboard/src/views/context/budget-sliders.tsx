import { useId, useRef } from 'react'
import { type ContextBudget, contextLimits } from '../../../../src/contract/vocabulary.ts'
import { call, type OutputOf } from '../../api/call.ts'
import { Button } from '../../components/button.tsx'
import { showToast, useChangeWithToast } from '../../components/toasts.tsx'
import { Card } from '../../components/view.tsx'
import { number } from '../../wording/amounts.ts'

interface BudgetSlidersProps {
  readonly plan: OutputOf<'getContext'>
  readonly changed: Budgets
  readonly onChange: (budgets: Budgets) => void
}

const sliders = [
  { name: 'startTokens', label: 'Tokens at the start', step: 50 },
  { name: 'promptTokens', label: 'Tokens at a prompt', step: 50 },
] as const satisfies readonly { name: ContextBudget; label: string; step: number }[]

/** Tries other budgets; the settings change only when they are saved. */
export function BudgetSliders({ plan, changed, onChange }: BudgetSlidersProps) {
  const form = useRef<HTMLDivElement>(null)
  // The button disappears with its action, so move the focus first.
  const takeBack = () => {
    form.current?.querySelector('input')?.focus()
    onChange({})
  }
  const saveAll = useSaveBudgets()
  const save = async () => {
    if (await saveAll(changed)) takeBack()
  }
  const isChanged = Object.keys(changed).length > 0
  return (
    <Card
      title="Budgets"
      actions={
        isChanged && (
          <>
            <Button look="quiet" icon="retry" onClick={takeBack}>
              Reset
            </Button>
            <Button onClick={() => void save()}>Save</Button>
          </>
        )
      }
    >
      <div ref={form} className="context-form">
        {sliders.map(({ name, label, step }) => (
          <Slider
            key={name}
            label={label}
            most={contextLimits[name]}
            step={step}
            value={changed[name] ?? plan.budgets[name]}
            onChange={(value) => onChange({ ...changed, [name]: value })}
          />
        ))}
        <p className="quiet context-note">
          {isChanged
            ? 'Save makes these your settings.'
            : 'Move a slider to try it. Nothing changes until you save.'}
        </p>
      </div>
    </Card>
  )
}

export function PendingBudgets() {
  return (
    <Card title="Budgets">
      <div className="context-budgets-pending" />
    </Card>
  )
}

/** Budgets that differ from the settings. */
export type Budgets = { readonly [Name in ContextBudget]?: number }

/** @returns a function that makes tried budgets the settings, and reports success */
function useSaveBudgets(): (budgets: Budgets) => Promise<boolean> {
  const change = useChangeWithToast()
  const saveAll = async (values: readonly (readonly [key: string, value: unknown])[]) => {
    for (const [key, value] of values) await call('setSetting', { key, value: Number(value) })
  }
  return (budgets) =>
    change(async () => {
      const values = Object.entries(budgets).map(
        ([name, value]) => [`context.${name}`, value] as const,
      )
      const { settings } = await call('getSettings', {})
      const former = values.map(
        ([key]) => [key, settings.find((setting) => setting.key === key)?.value] as const,
      )
      await saveAll(values)
      showToast('Budgets saved.', {
        undo: async () => {
          if (await change(() => saveAll(former))) showToast('Undone.')
        },
      })
    })
}

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly most: number
  readonly step: number
  readonly onChange: (value: number) => void
}

function Slider({ label, value, most, step, onChange }: SliderProps) {
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

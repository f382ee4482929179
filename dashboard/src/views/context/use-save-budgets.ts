import { call } from '../../api/call.ts'
import { showToast } from '../../components/toast-store.ts'
import { useChangeWithToast } from '../../memory/use-change-with-toast.ts'
import type { Budgets } from './budgets.ts'

/** @returns a function that makes tried budgets the settings, and reports success */
export function useSaveBudgets(): (budgets: Budgets) => Promise<boolean> {
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

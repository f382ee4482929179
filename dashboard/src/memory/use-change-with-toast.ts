/** Runs a change, shows a toast if it fails, and refreshes the page's data. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { showToast } from '../components/toast-store.ts'

export type Change = (work: () => Promise<unknown>) => Promise<boolean>

/** @returns a function that reports success */
export function useChangeWithToast(): Change {
  const client = useQueryClient()
  return useCallback(
    async (work) => {
      try {
        await work()
        return true
      } catch (error) {
        showToast(error instanceof Error ? error.message : String(error), { tone: 'bad' })
        return false
      } finally {
        void client.invalidateQueries()
      }
    },
    [client],
  )
}

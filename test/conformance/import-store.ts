/** What every store of imports does. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores } from './open-stores.ts'

const at = '2026-01-01T00:00:00.000Z'

export function describeImportStore(name: string, open: OpenStores): void {
  describe(`the imports of ${name}`, () => {
    test('an item is known in the state in which it was imported last', async () => {
      const store = await open(createTestClock())
      onTestFinished(() => store.close())
      const { imports } = store
      const item = { source: 'codex', item: 'a', at }
      expect(await imports.isImported('codex', 'a', '10 bytes')).toBe(false)
      await imports.markImported({ ...item, fingerprint: '10 bytes' })
      expect(await imports.isImported('codex', 'a', '10 bytes')).toBe(true)
      expect(await imports.isImported('gemini', 'a', '10 bytes')).toBe(false)
      await imports.markImported({ ...item, fingerprint: '20 bytes' })
      expect(await imports.isImported('codex', 'a', '20 bytes')).toBe(true)
      expect(await imports.isImported('codex', 'a', '10 bytes')).toBe(false)
    })
  })
}

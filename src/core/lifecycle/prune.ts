/** Forgets what subscribers were told, or could not be told, long ago. */
import type { Clock } from '../ports/clock.ts'
import type { LifecycleStore } from '../ports/lifecycle-store.ts'

const keepMs = 14 * 24 * 60 * 60_000

export async function pruneLifecycle({
  lifecycle,
  clock,
}: {
  lifecycle: LifecycleStore
  clock: Clock
}): Promise<void> {
  await lifecycle.deleteBefore(new Date(clock.now().getTime() - keepMs).toISOString())
}

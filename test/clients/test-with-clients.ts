/** Vitest's `test` for tests that run released clients: skipped where one has no build for this processor. */
import { test } from 'vitest'
import { type ClientName, installClient } from '../../scripts/install-client.ts'
import { isLongRun } from '../hermetic/long-run.ts'
import { recordSkipReason } from '../hermetic/skip-reasons.ts'

/** Installs them, which may take minutes; so a file does it while it loads, not in a timed hook. */
export async function testWithClients(...names: ClientName[]) {
  const binaries = new Map<ClientName, string>()
  for (const name of names) {
    const installation = await installClient(name)
    if (installation.kind === 'installed') binaries.set(name, installation.binary)
    else recordSkipReason(installation.reason)
  }
  const clientTest = test.skipIf(binaries.size < names.length)
  return {
    test: clientTest,
    /** For what `npm test` proves with another client. */
    longTest(name: string, run: () => Promise<void>): void {
      if (isLongRun) clientTest(name, run)
    },
    /** Empty where the client has no build; then no test runs. */
    binaryOf: (name: ClientName) => binaries.get(name) ?? '',
  }
}

import { ThroughlineError } from '../../contract/errors.ts'
import { switchOnHint } from '../../home/environment.ts'
import type { CliContext } from './context.ts'

/** @throws ThroughlineError `conflict` when everything is switched off */
export async function requireEnabled(context: CliContext): Promise<void> {
  if ((await context.loadConfig()).enabled) return
  throw new ThroughlineError('conflict', 'throughline is switched off', {
    hint: switchOnHint(context),
  })
}

/** Our plugin as OpenCode loads it: the template with the commands it is to run. */
import { readFileSync } from 'node:fs'
import type { HostWiring } from '../../../core/ports/host.ts'
import { ourCommand } from '../our-command.ts'
import { opencodeEvents } from './events.ts'

const template = new URL('./plugin/throughline.js', import.meta.url)

export function renderPlugin(wiring: HostWiring): string {
  const commands = opencodeEvents.map((event) => {
    return [event.name, ourCommand(wiring, 'opencode', event)] as const
  })
  const written = JSON.stringify(Object.fromEntries(commands), null, 2)
  return readFileSync(template, 'utf8').replace("'@commands@'", () => written)
}

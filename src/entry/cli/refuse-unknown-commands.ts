import type { Command } from 'commander'
import { ThroughlineError } from '../../contract/errors.ts'
import { nearestName } from '../../contract/nearest-name.ts'

/** A group that does something by itself would take a mistyped command for an argument of that. */
export function refuseUnknownCommands(group: Command): void {
  group.hook('preSubcommand', (_, chosen) => {
    const [given = '-'] = group.args
    if (given.startsWith('-') || given === chosen.name()) return
    const names = group.commands.map((command) => command.name())
    const nearest = nearestName(given, names)
    throw new ThroughlineError('invalid-input', `unknown command '${given}'`, {
      hint: nearest ? `did you mean ${nearest}?` : `known commands: ${names.join(', ')}`,
    })
  })
}

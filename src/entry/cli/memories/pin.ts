import { argument, type Command, placeOptions } from '../command.ts'
import { refer } from '../memory-options.ts'
import { brief, excerpt } from '../present.ts'
import { changeEach } from './each-memory.ts'

const memories = argument('<memory...>', 'Ids or keys; part of an id will do', 'memory')

export const pinCommand: Command = {
  arguments: [memories],
  options: placeOptions,
  examples: ['pin package-manager', 'pin 2b8c1e4a77 9d03f6b2c1'],
  run: change(true),
}

export const unpinCommand: Command = {
  arguments: [memories],
  options: placeOptions,
  examples: ['unpin package-manager', 'unpin 2b8c1e4a77 9d03f6b2c1'],
  run: change(false),
}

function change(pinned: boolean): NonNullable<Command['run']> {
  return (context, options, ...given) =>
    context.withLocal(({ ask }) =>
      changeEach(
        context,
        options,
        given,
        (name) => ask('pinMemory', { ...refer(context, name, options), pinned }),
        ({ id, content }) => {
          const done = pinned ? 'Pinned' : 'No longer pinned:'
          return [`${done} ${brief(id)}: ${excerpt(content, 100)}`]
        },
      ),
    )
}

import { ThroughlineError } from '../../../contract/errors.ts'
import { visibleText } from '../../../core/text/visible-text.ts'
import { argument, type Command } from '../command.ts'
import { complete, type KnownCommand } from './complete.ts'
import { candidateLine, isShell, scripts, shells } from './scripts.ts'

export function completionOf(commands: readonly KnownCommand[]): Command {
  return {
    arguments: [
      argument('<shell>', shells.join(', '), 'shell'),
      argument('[words...]', 'What is typed so far; the script passes it after --'),
    ],
    hasNoJson: true,
    examples: [
      'completion bash >> ~/.bashrc',
      'completion zsh > ~/.zfunc/_throughline',
      'completion fish > ~/.config/fish/completions/throughline.fish',
      'completion powershell >> $PROFILE',
    ],
    async run(context, _options, shell = '', ...words) {
      if (!isShell(shell)) {
        throw new ThroughlineError('invalid-input', `there is no completion for "${shell}"`, {
          hint: `one of ${shells.join(', ')}`,
        })
      }
      if (words.length === 0) return context.write(scripts[shell])
      for (const candidate of await complete(context, commands, typedIn(shell, words))) {
        const line = visibleText(candidateLine(shell, candidate)).replace(/\n/g, ' ')
        context.write(`${line}\n`)
      }
    },
  }
}

/** PowerShell's script marks the last word. */
function typedIn(shell: string, words: readonly string[]): string[] {
  const last = words.at(-1) ?? ''
  return shell === 'powershell' ? [...words.slice(0, -1), last.replace(/^=/, '')] : [...words]
}

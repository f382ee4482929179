/** `wiki check`: whether the pages in this repository hold secrets. For a pre-commit hook and CI. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { count, printWrapped } from '../present.ts'
import type { WikiCommand } from './which-wiki.ts'

export const checkCommand: WikiCommand = {
  summary: 'Look for secrets on the pages in this repository, as a pre-commit check',
  examples: ['wiki check', 'wiki check --json'],
  async run(context, options) {
    const { checkRepositoryWiki } = await import('../../../compose/wiki/check-wiki.ts')
    const findings = await checkRepositoryWiki(context.cwd, context.env.GIT_INDEX_FILE)
    if (!findings) {
      throw new ThroughlineError('invalid-input', 'this folder is in no repository', {
        hint: 'run it in a clone whose wiki is in .throughline/wiki',
      })
    }
    if (findings.length > 0) context.exitCode = 1
    if (options.json) return context.printJson({ findings })
    for (const { path, line, what } of findings) {
      printWrapped(context, `.throughline/wiki/${path}:${line}: ${what}`, '  ')
    }
    if (findings.length > 0) context.print(`${count(findings.length, 'finding')}.`)
    // Git shows what a hook prints, so a commit hears nothing.
    else if (context.isTerminal) context.print('No secrets on the pages in this repository.')
  },
}

/** `wiki enable` and `wiki disable`: whether there are wikis, and whether one is in its repository. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { option, optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'
import { printWrapped } from '../present.ts'
import type { WikiCommand } from './which-wiki.ts'

const inRepository = option(
  '--in-repo',
  'Only one project’s wiki, in .throughline/wiki of its repository',
)
const projectOptions = optionsOf('placeWiki', 'project')

export const enableCommand: WikiCommand = {
  summary: 'Switch wikis on, or keep a project’s wiki in its repository',
  options: [inRepository, ...projectOptions],
  examples: ['wiki enable', 'wiki enable --in-repo', 'wiki enable --in-repo --project widgets'],
  async run(context, { inRepo, project, json }) {
    if (project !== undefined && !inRepo) throw withoutPlace()
    await switchWikis(context, true)
    if (!inRepo) {
      if (json) return context.printJson({ isEnabled: true })
      return context.print('Wikis are switched on.')
    }
    const given = { project, folder: context.cwd, place: 'repository' }
    const placed = await context.withLocal(({ ask }) => ask('placeWiki', given))
    if (json) return context.printJson(placed)
    const { name, location, former, isIgnored } = placed
    printWrapped(context, `The wiki of ${name} is in ${location}`, '  ')
    if (former !== location) printWrapped(context, `Pages in ${former} stay as they are.`)
    context.print()
    printWrapped(
      context,
      'throughline wiki build writes the pages and reads what teammates wrote: their statements wait in throughline review. You commit the pages like any file.',
    )
    if (isIgnored) {
      printWrapped(context, '.throughline/.gitignore keeps the pages out of commits; remove it.')
    }
    context.print()
    context.print('To keep secrets out, add this line to your pre-commit hook:')
    context.print('  throughline wiki check || exit 1')
  },
}

function withoutPlace(): ThroughlineError {
  return new ThroughlineError('invalid-input', '--project goes with --in-repo', {
    hint: 'wikis are switched on for all projects; --in-repo moves the wiki of one',
  })
}

export const disableCommand: WikiCommand = {
  summary: 'Keep a project’s wiki in the home again, or switch wikis off',
  options: [inRepository, ...projectOptions],
  examples: ['wiki disable --in-repo', 'wiki disable'],
  async run(context, { inRepo, project, json }) {
    if (!inRepo && project === undefined) {
      await switchWikis(context, false)
      if (json) return context.printJson({ isEnabled: false })
      return context.print('Wikis are switched off. Their pages stay as they are.')
    }
    const given = { project, folder: context.cwd, place: 'home' }
    const placed = await context.withLocal(({ ask }) => ask('placeWiki', given))
    if (json) return context.printJson(placed)
    const { name, location, former } = placed
    printWrapped(context, `The wiki of ${name} is in ${location}`, '  ')
    if (former !== location) {
      printWrapped(context, `Pages in ${former} stay, and are neither read nor written.`)
    }
  },
}

async function switchWikis(context: CliContext, isEnabled: boolean): Promise<void> {
  if ((await context.loadConfig()).wiki.enabled === isEnabled) return
  const { changeSettings } = await import('../../../compose/settings.ts')
  const { setSettingText } = await import('../../../home/config.ts')
  await changeSettings(context.openHome(), (file) =>
    setSettingText(file, 'wiki.enabled', String(isEnabled)),
  )
}

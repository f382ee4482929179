/** `wiki open`: the folder with the pages. */
import { openOnDesktop } from '../get-started/dashboard.ts'
import { type WikiCommand, wikiInput, wikiOptions } from './which-wiki.ts'

export const openCommand: WikiCommand = {
  summary: 'Open the folder with the pages',
  options: wikiOptions,
  examples: ['wiki open', 'wiki open --global'],
  async run(context, options) {
    const input = wikiInput(context, options)
    const { wikis } = await context.withFreshLocal(({ ask }) => ask('buildWiki', input))
    if (options.json) return context.printJson({ location: wikis[0]?.location })
    for (const { location } of wikis) {
      context.print(location)
      if (context.isTerminal) openOnDesktop(location)
    }
  },
}

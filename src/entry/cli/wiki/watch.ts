/** `wiki watch`: reads edits as they are saved, until Ctrl-C. The daemon does the same. */
import { setTimeout as delay } from 'node:timers/promises'
import type { AskableLocal } from '../context.ts'
import { catchInterruption } from '../interruption.ts'
import { printBuilt } from './print-built.ts'
import { type WikiCommand, wikiInput, wikiOptions } from './which-wiki.ts'

export const watchCommand: WikiCommand = {
  summary: 'Build after every edit and change, until Ctrl-C; the daemon does so too',
  options: wikiOptions,
  examples: ['wiki watch', 'wiki watch --global'],
  async run(context, options) {
    const input = wikiInput(context, options)
    const interruption = catchInterruption()
    try {
      await context.withFreshLocal((local) =>
        watch(local, input, interruption.signal, (built) => {
          if (options.json) context.printJson(built)
          else printBuilt(context, built)
        }),
      )
    } finally {
      interruption.close()
    }
  },
}

const pollMs = 1_000

async function watch(
  { ask, wikis, events }: AskableLocal,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  show: (built: Parameters<typeof printBuilt>[1]) => void,
): Promise<void> {
  let isEdited = true
  let seen = ''
  let isFirst = true
  const watcher = wikis.watch(() => {
    isEdited = true
  })
  try {
    for (; !signal.aborted; await delay(pollMs, undefined, { signal }).catch(() => undefined)) {
      const head = await events.changes.head()
      if (!isEdited && head === seen) continue
      isEdited = false
      seen = head
      const { wikis: built } = await ask('buildWiki', input)
      for (const wiki of built) {
        const isNews = wiki.written.length + wiki.removed.length + wiki.changes.length > 0
        if (isNews || isFirst) show(wiki)
      }
      isFirst = false
    }
  } finally {
    watcher.close()
  }
}

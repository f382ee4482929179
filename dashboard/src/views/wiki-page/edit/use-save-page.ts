/** Saves a page, says what became of it, and undoes it. */
import { useState } from 'react'
import { ApiError, call, type OutputOf } from '../../../api/call.ts'
import { showToast, useChangeWithToast } from '../../../components/toasts.tsx'
import type { WhichWiki, WikiPage } from '../../../wiki/which-wiki.tsx'
import { describeSaved } from './describe-saved.ts'

type Saved = OutputOf<'saveWikiPage'>

export function useSavePage(which: WhichWiki) {
  const [isSaving, setIsSaving] = useState(false)
  const change = useChangeWithToast()
  /** @throws ApiError `conflict` if the page changed since; other errors are shown */
  async function save(page: WikiPage, text: string): Promise<Saved | undefined> {
    if (isSaving) return undefined
    setIsSaving(true)
    let conflict: ApiError | undefined
    let saved: Saved | undefined
    await change(async () => {
      const given = { ...which, path: page.path, text, basedOn: page.hash }
      saved = await call('saveWikiPage', given).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
        conflict = error
        return undefined
      })
      if (!saved) return
      const done = saved
      const undo = async () => {
        if (await change(() => putBack(which, page, done))) showToast('Undone.')
      }
      showToast(describeSaved(saved.changes), { undo })
    })
    setIsSaving(false)
    if (conflict) throw conflict
    return saved
  }
  return { save, isSaving }
}

/**
 * Saves the former text, unless the page changed since. A statement that is new may stand on another
 * page by now, so its memory is forgotten by its id.
 */
async function putBack(which: WhichWiki, before: WikiPage, saved: Saved): Promise<void> {
  const { path, text } = before
  await call('saveWikiPage', { ...which, path, text, basedOn: saved.page?.hash ?? '' })
  const added = saved.changes.flatMap(({ what, memoryId }) =>
    (what === 'created' || what === 'restored') && memoryId !== undefined ? [memoryId] : [],
  )
  if (added.length > 0) await call('forgetMemories', { ids: added })
}

/** Saves a page, says what became of it, and undoes it. */
import { useState } from 'react'
import { ApiError, call, type OutputOf } from '../../../api/call.ts'
import { showToast, useChangeWithToast } from '../../../components/toasts.tsx'
import type { WhichWiki, WikiPage } from '../../../wiki/which-wiki.tsx'
import { count, number } from '../../../wording/amounts.ts'

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

type Change = OutputOf<'saveWikiPage'>['changes'][number]

const outcomes = [
  ['revised', 'changed'],
  ['created', 'new'],
  ['restored', 'restored'],
  ['forgotten', 'forgotten'],
  ['to-review', 'waiting for review'],
] as const satisfies readonly (readonly [Change['what'], string])[]

export function describeSaved(changes: readonly Change[]): string {
  const of = (what: Change['what']) => changes.filter((change) => change.what === what)
  const done = outcomes
    .map(([what, word]) => [of(what).length, word] as const)
    .filter(([amount]) => amount > 0)
    .map(([amount, word], n) => `${n === 0 ? count(amount, 'statement') : number(amount)} ${word}`)
  const [conflicts, held, refused] = [of('conflict'), of('held'), of('refused')]
  const sentences = [
    ...(done.length > 0 ? [done.join(', ')] : []),
    ...(conflicts.length > 0 ? [`${count(conflicts.length, 'conflict')} to decide`] : []),
    ...(held.length > 0 ? [`${count(held.length, 'removal')} to confirm in the wiki`] : []),
    ...refused.map(({ content, reason }) => `refused “${content}”: ${reason ?? 'not possible'}`),
  ]
  if (sentences.length === 0) return 'Saved. No statement changed.'
  return sentences.map((text) => `${text}.`).join(' ')
}

import { useEffect, useState } from 'react'
import { useOperation } from '../../api/operation-hooks.ts'
import { type SearchParams, toRecall } from './search-params.ts'

/**
 * Recalls what is typed, one question at a time: while one is under way, what is typed meanwhile
 * waits, and only the last of it is asked. So an answer is never later than twice what it takes,
 * and the daemon is not asked for what nobody reads. The last answer stays until the next comes.
 */
export function useRecall(typed: string, params: SearchParams, limit: number) {
  const wanted = typed.trim()
  const [asked, setAsked] = useState(wanted)
  const input = { ...toRecall(params, asked, new Date()), limit }
  const answer = useOperation('recall', input, { enabled: asked !== '', keepsPrevious: true })
  const isBusy = answer.isFetching
  useEffect(() => {
    if (!isBusy) setAsked(wanted)
  }, [wanted, isBusy])
  return {
    asked,
    hits: asked === '' ? undefined : answer.data?.hits,
    error: answer.error,
    isOld: answer.isPlaceholderData || asked !== wanted || (asked !== '' && answer.isPending),
  }
}

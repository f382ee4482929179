import { useEffect, useState } from 'react'
import { useOperation } from '../../api/operation-hooks.ts'
import { type SearchParams, toRecall } from './search-params.ts'

/**
 * Recalls the typed text, one query at a time. While one runs, newer input waits and only the latest
 * is sent. So an answer takes at most twice its normal time, and the daemon runs no query that nobody
 * reads. The last answer stays until the next arrives.
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
    withoutDate: answer.data?.withoutDate ?? false,
    error: answer.error,
    isOld: answer.isPlaceholderData || asked !== wanted || (asked !== '' && answer.isPending),
  }
}

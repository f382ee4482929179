import './glance.css'
import type { OutputOf } from '../api/call.ts'
import { Icon } from '../components/icon.tsx'
import { count } from '../wording/amounts.ts'

type Glanced = NonNullable<OutputOf<'listSessions'>['sessions'][number]['glance']>

/** How a session ended: «✓ tests  4 files  2 commits  1 open» */
export function Glance({ glance }: { glance: Glanced }) {
  const { tests, filesChanged, commits, pullRequests, open } = glance
  return (
    <>
      {tests && (
        <span className={`glance-tests is-${tests}`}>
          <Icon name={tests === 'passed' ? 'done' : 'close'} size={11} />
          tests
          <span className="visually-hidden"> {tests}</span>
        </span>
      )}
      {filesChanged > 0 && <span>{count(filesChanged, 'file')} changed</span>}
      {commits > 0 && <span>{count(commits, 'commit')}</span>}
      {pullRequests > 0 && <span>{count(pullRequests, 'pull request')}</span>}
      {open > 0 && <span className="glance-open">{open} open</span>}
    </>
  )
}

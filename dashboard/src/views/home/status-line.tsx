import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { count } from '../../wording/amounts.ts'
import { type Agent, isConnected } from '../settings/agent-row.tsx'

type Status = OutputOf<'getStatus'>

const refetchEveryMs = 10_000

/** Whether agents are captured, and what to do about it, in one line. */
export function StatusLine({ status }: { status: Status | undefined }) {
  const { data } = useOperation('getHosts', {}, { everyMs: refetchEveryMs })
  if (!status || !data) return <span className="status-line">&nbsp;</span>
  const hosts = data.hosts.filter((host) => host.isFound || isConnected(host))
  const capturing = hosts.filter((host) => isConnected(host) && host.blockers.length === 0)
  const blocked = hosts.filter((host) => isConnected(host) && host.blockers.length > 0)
  const missing = hosts.filter((host) => !isConnected(host))
  const isWell = capturing.length > 0 && status.isWritable
  return (
    <span className="status-line">
      <span className={isWell ? 'pulse' : 'pulse is-still'} aria-hidden="true" />
      <span>{describeCapturing(capturing)}</span>
      {blocked.length > 0 && <ToSettings tab="agents">{describeBlocked(blocked)}</ToSettings>}
      {missing.length > 0 && (
        <ToSettings tab="agents">
          {missing.length > 2 ? count(missing.length, 'agent') : names(missing)} not connected:
          connect
        </ToSettings>
      )}
      {troubles(status).map((trouble) => (
        <ToSettings key={trouble} tab="health">
          {trouble}
        </ToSettings>
      ))}
    </span>
  )
}

function ToSettings({ tab, children }: { tab: 'agents' | 'health'; children: ReactNode }) {
  return (
    <Link to="/settings" search={{ tab }} className="status-line-action">
      {children}
    </Link>
  )
}

const names = (hosts: readonly Agent[]) => hosts.map(({ displayName }) => displayName).join(', ')

function describeCapturing(hosts: readonly Agent[]): string {
  if (hosts.length === 0) return 'No agent capturing'
  return hosts.length === 1 ? `${names(hosts)} capturing` : `${hosts.length} agents capturing`
}

function describeBlocked(hosts: readonly Agent[]): string {
  return hosts.length === 1 ? `${names(hosts)} needs you` : `${hosts.length} agents need you`
}

/** What went wrong in the background. */
function troubles({ isWritable, spool, jobs, budget }: Status): string[] {
  const parked = jobs.reduce((sum, job) => sum + (job.status === 'parked' ? job.count : 0), 0)
  return [
    ...(isWritable ? [] : ['hooks cannot write events']),
    ...(spool.rejected > 0 ? [`${count(spool.rejected, 'event')} could not be read`] : []),
    ...(parked > 0 ? [`${count(parked, 'job')} failed`] : []),
    ...(budget.exhausted === undefined ? [] : ['today’s budget for models is used up']),
  ]
}

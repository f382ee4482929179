import './turn-work.css'
import { Link } from '@tanstack/react-router'
import type { Digest } from '../../../../src/contract/digest.ts'
import { Summary } from '../../components/view.tsx'
import { count } from '../../wording/amounts.ts'
import type { Turn } from './timeline-entries.ts'
import { groupTools, ToolGroup } from './tool-group.tsx'

interface TurnWorkProps {
  readonly turn: Turn
  readonly targetId: string
}

const runsShown = 4
const filesShown = 4

/** What the agent did in a turn: files, runs with their verdict, and every call below. */
export function TurnWork({ turn, targetId }: TurnWorkProps) {
  const { toolEvents, digest } = turn
  if (toolEvents.length === 0) return null
  const failed = toolEvents.filter(({ outcome }) => outcome === 'failed').length
  const runs = tellingRuns(digest)
  return (
    <div className="turn-work">
      {digest && digest.filesChanged.length > 0 && <ChangedFiles files={digest.filesChanged} />}
      {runs.length > 0 && (
        <ul className="turn-runs" aria-label="Runs">
          {runs.slice(0, runsShown).map((run) => (
            <RunRow key={run.command} run={run} />
          ))}
        </ul>
      )}
      <details className="turn-calls" open={toolEvents.some(({ id }) => id === targetId)}>
        <Summary>
          <span>
            {count(toolEvents.length, 'tool call')}
            {failed > 0 && <span className="is-failed">, {failed} failed</span>}
            {runs.length > runsShown && (
              <span className="quiet"> · {count(runs.length - runsShown, 'more run')}</span>
            )}
          </span>
        </Summary>
        <div className="tool-groups">
          {groupTools(toolEvents).map((group) => (
            <ToolGroup key={group.name} group={group} targetId={targetId} />
          ))}
        </div>
      </details>
    </div>
  )
}

function ChangedFiles({ files }: { files: Digest['filesChanged'] }) {
  const more = files.length - filesShown
  return (
    <p className="turn-files">
      <span className="quiet">Changed</span>
      {files.slice(0, filesShown).map(({ path }) => (
        <code key={path} title={path}>
          {path.replace(/^.*[/\\]/, '')}
        </code>
      ))}
      {more > 0 && (
        <span
          className="quiet"
          title={files
            .slice(filesShown)
            .map(({ path }) => path)
            .join('\n')}
        >
          and {more} more
        </span>
      )}
    </p>
  )
}

type Run = Digest['commands'][number]

/** Tests and what failed; the rest only where there is room. */
function tellingRuns(digest: Digest | undefined): readonly Run[] {
  if (!digest) return []
  const { tests, commands } = digest
  const failed = commands.filter(({ failures = 0 }) => failures > 0)
  return [...tests, ...failed, ...commands.filter((run) => !failed.includes(run))]
}

/** «mise run test:ci ✓ after 3 ✗» */
function RunRow({ run: { command, outcome, failures = 0, cites } }: { run: Run }) {
  const isFailed = outcome === 'failed'
  return (
    <li>
      <Link from="/sessions/$id" to="." hash={cites.at(-1) ?? ''} className="turn-run">
        <code className="truncate">{command}</code>
        <span className={isFailed ? 'turn-verdict is-failed' : 'turn-verdict is-passed'}>
          <span aria-hidden="true">{verdict(isFailed, failures)}</span>
          <span className="visually-hidden">{spoken(isFailed, failures)}</span>
        </span>
      </Link>
    </li>
  )
}

function verdict(isFailed: boolean, failures: number): string {
  if (isFailed) return failures > 1 ? `✗ ${failures} times` : '✗'
  return failures > 0 ? `✓ after ${failures} ✗` : '✓'
}

function spoken(isFailed: boolean, failures: number): string {
  if (isFailed) return failures > 1 ? `failed ${failures} times` : 'failed'
  return failures > 0 ? `passed after ${count(failures, 'failure')}` : 'passed'
}

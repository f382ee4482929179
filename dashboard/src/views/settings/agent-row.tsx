import type { OutputOf } from '../../api/call.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import { Command } from '../../components/command.tsx'
import { ListRow } from '../../components/list.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'

export type Agent = OutputOf<'getHosts'>['hosts'][number]

/** Whether something of ours runs in it, by whichever way. */
export function isServed({ wired, otherWay }: Agent): boolean {
  return wired.length > 0 || otherWay !== undefined
}

export function AgentRow({ host }: { host: Agent }) {
  const { displayName, wired, otherWay, obstacles, lastEventAt, command } = host
  const { tone, text } = stateOf(host)
  const needsSetup = !isServed(host) || wired.some(({ state }) => state === 'outdated')
  return (
    <ListRow
      title={displayName}
      detail={
        <div className="stack">
          <div>
            {!isServed(host) && <p>Wire it once, and its sessions are remembered:</p>}
            {otherWay && <p>Hooks and MCP server by {otherWay}</p>}
            {wired.map((wire) => (
              <Wired key={`${wire.file} ${wire.kind}`} {...wire} />
            ))}
            {obstacles.map(({ problem, hint }) => (
              <p key={problem}>
                {problem}: <strong>{hint}</strong>
              </p>
            ))}
            {lastEventAt && (
              <p>
                Last heard of <RelativeTime at={lastEventAt} />
              </p>
            )}
          </div>
          {needsSetup && (
            <div>
              <Command text={command} />
            </div>
          )}
        </div>
      }
      trailing={<Badge tone={tone}>{text}</Badge>}
    />
  )
}

const wireNames = { hooks: 'Hooks', mcp: 'MCP server', instructions: 'Instructions' } as const

function Wired({ kind, file, state, missingEvents }: Agent['wired'][number]) {
  return (
    <p>
      {wireNames[kind]} in <code>{file}</code>
      {state === 'outdated' && (
        <>
          : wired by another version
          {missingEvents.length > 0 && `, without ${missingEvents.join(', ')}`}
        </>
      )}
    </p>
  )
}

function stateOf(host: Agent): { tone: Tone; text: string } {
  if (host.obstacles.length > 0) return { tone: 'warn', text: 'needs you' }
  if (!isServed(host)) return { tone: 'accent', text: 'not wired' }
  return host.wired.some(({ state }) => state === 'outdated')
    ? { tone: 'warn', text: 'out of date' }
    : { tone: 'good', text: 'wired' }
}

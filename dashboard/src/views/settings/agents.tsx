import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { Command } from '../../components/command.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { Skeleton } from '../../components/skeleton.tsx'

type Host = OutputOf<'getHosts'>['hosts'][number]

/** Which coding agents are wired, and what wires the others. */
export function Agents() {
  const { data, error } = useOperation('getHosts', {})
  if (!data) return error ? <ErrorNote error={error} /> : <Skeleton />
  const isWired = data.hosts.some(({ wired }) => wired.length > 0)
  return (
    <Card title="Coding agents" isFlush>
      {isWired && data.hook !== 'current' && (
        <p className="settings-note">
          The hook they run is {data.hook === 'missing' ? 'missing' : 'of another installation'}.{' '}
          <Command text="throughline setup" />
        </p>
      )}
      <List label="Coding agents">
        {data.hosts.map((host) => (
          <HostRow key={host.name} host={host} />
        ))}
      </List>
      <p className="settings-note">
        Any other agent that speaks MCP can use what is remembered: give it this as a server.{' '}
        <Command text="throughline mcp" />
      </p>
    </Card>
  )
}

function HostRow({ host }: { host: Host }) {
  const { displayName, isFound, wired, otherWay, obstacles, command } = host
  const { tone, text } = stateOf(host)
  const isComplete = wired.every(({ state }) => state === 'current')
  const isServed = wired.length > 0 || otherWay !== undefined
  return (
    <ListRow
      title={displayName}
      detail={
        <div className="stack">
          <div>
            {!isFound && !isServed && 'Nothing of it was found on this machine.'}
            {isFound && !isServed && 'Wire it once, and its sessions are remembered:'}
            {otherWay && `Hooks and MCP server by ${otherWay}`}
            {wired.map((wire) => (
              <Wired key={`${wire.file} ${wire.kind}`} {...wire} />
            ))}
            {obstacles.map(({ problem, hint }) => (
              <p key={problem}>
                {problem}: {hint}
              </p>
            ))}
          </div>
          {!(isServed && isComplete) && (
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

function Wired({ kind, file, state, missingEvents }: Host['wired'][number]) {
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

function stateOf({ isFound, wired, otherWay, obstacles }: Host): { tone: Tone; text: string } {
  if (obstacles.length > 0) return { tone: 'warn', text: 'needs you' }
  if (wired.some(({ state }) => state === 'outdated')) return { tone: 'warn', text: 'out of date' }
  if (wired.length > 0 || otherWay) return { tone: 'good', text: 'wired' }
  return isFound ? { tone: 'accent', text: 'not wired' } : { tone: 'neutral', text: 'not found' }
}

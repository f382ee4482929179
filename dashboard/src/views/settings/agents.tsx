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
  const { displayName, isFound, wired, command } = host
  const { tone, text } = stateOf(host)
  const isComplete = wired.length > 0 && wired.every(({ state }) => state === 'current')
  return (
    <ListRow
      title={displayName}
      detail={
        <div className="stack">
          <div>
            {!isFound && wired.length === 0 && 'Nothing of it was found on this machine.'}
            {isFound && wired.length === 0 && 'Wire it once, and its sessions are remembered:'}
            {wired.map((place) => (
              <WiredPlace key={place.file} {...place} />
            ))}
          </div>
          {!isComplete && (
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

function WiredPlace({ file, state, missingEvents, disabledBy }: Host['wired'][number]) {
  return (
    <p>
      <code>{file}</code>
      {disabledBy && <>: hooks are switched off there by {disabledBy}</>}
      {state === 'outdated' && (
        <>
          : wired by another version
          {missingEvents.length > 0 && `, without ${missingEvents.join(', ')}`}
        </>
      )}
    </p>
  )
}

function stateOf({ isFound, wired }: Host): { tone: Tone; text: string } {
  if (wired.some(({ disabledBy }) => disabledBy)) return { tone: 'warn', text: 'switched off' }
  if (wired.some(({ state }) => state === 'outdated')) return { tone: 'warn', text: 'out of date' }
  if (wired.length > 0) return { tone: 'good', text: 'wired' }
  return isFound ? { tone: 'accent', text: 'not wired' } : { tone: 'neutral', text: 'not found' }
}

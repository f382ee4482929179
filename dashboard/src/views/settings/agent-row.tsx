import type { OutputOf } from '../../api/call.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import { Command } from '../../components/command.tsx'
import { ListRow } from '../../components/list.tsx'
import { RelativeTime } from '../../components/time.tsx'

export type Agent = OutputOf<'getHosts'>['hosts'][number]

export function isConnected({ integrations, otherConnection }: Agent): boolean {
  return integrations.length > 0 || otherConnection !== undefined
}

export function AgentRow({ host }: { host: Agent }) {
  const { displayName, integrations, otherConnection, blockers, lastEventAt, command } = host
  const { tone, text } = stateOf(host)
  const needsSetup = !isConnected(host) || integrations.some(({ state }) => state === 'outdated')
  return (
    <ListRow
      title={displayName}
      detail={
        <div className="stack">
          <div>
            {otherConnection && <p>Hooks and MCP server come from {otherConnection}</p>}
            {integrations.map((integration) => (
              <IntegrationLine key={`${integration.file} ${integration.kind}`} {...integration} />
            ))}
            {blockers.map(({ problem, hint }) => (
              <p key={problem}>
                {problem}: <strong>{hint}</strong>
              </p>
            ))}
            {lastEventAt && (
              <p>
                Last event <RelativeTime at={lastEventAt} />
              </p>
            )}
            {!isConnected(host) && <p>Connect it once, and its sessions are remembered:</p>}
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

const integrationNames = {
  hooks: 'Hooks',
  mcp: 'MCP server',
  instructions: 'Instructions',
  permissions: 'Permission for our tools',
} as const

function IntegrationLine({ kind, file, state, missingEvents }: Agent['integrations'][number]) {
  return (
    <p>
      {integrationNames[kind]} in <code>{file}</code>
      {state === 'outdated' && (
        <>
          : connected by another version
          {missingEvents.length > 0 && `, without ${missingEvents.join(', ')}`}
        </>
      )}
    </p>
  )
}

function stateOf(host: Agent): { tone: Tone; text: string } {
  if (host.blockers.length > 0) return { tone: 'warn', text: 'needs you' }
  if (!isConnected(host)) return { tone: 'accent', text: 'not connected' }
  return host.integrations.some(({ state }) => state === 'outdated')
    ? { tone: 'warn', text: 'out of date' }
    : { tone: 'good', text: 'connected' }
}

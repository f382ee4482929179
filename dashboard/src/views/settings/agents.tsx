import { useOperation } from '../../api/operation-hooks.ts'
import { Command } from '../../components/command.tsx'
import { List } from '../../components/list.tsx'
import { Pending } from '../../components/placeholders.tsx'
import { Card } from '../../components/view.tsx'
import { AgentRow, isConnected } from './agent-row.tsx'

export function Agents() {
  const { data, error } = useOperation('getHosts', {})
  if (!data) return <Pending error={error} />
  const here = data.hosts.filter((host) => host.isFound || isConnected(host))
  const absent = data.hosts.filter((host) => !here.includes(host))
  const usesHook = data.hosts.some(({ integrations }) => integrations.length > 0)
  return (
    <Card title="Coding agents" isFlush>
      {usesHook && data.hook !== 'current' && (
        <p className="settings-note">
          The hook they run is {data.hook === 'missing' ? 'missing' : 'from another installation'}.{' '}
          <Command text="throughline setup" />
        </p>
      )}
      {here.length > 0 && (
        <List label="Coding agents">
          {here.map((host) => (
            <AgentRow key={host.name} host={host} />
          ))}
        </List>
      )}
      {absent.length > 0 && (
        <p className="settings-note">
          Not found on this machine: {absent.map(({ displayName }) => displayName).join(', ')}. Once
          one is there: <Command text="throughline setup" />
        </p>
      )}
      <p className="settings-note">
        Any other agent that speaks MCP can use this memory: add this server to its settings.{' '}
        <Command text="throughline mcp" />
      </p>
    </Card>
  )
}

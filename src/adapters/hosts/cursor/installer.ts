/** What Throughline adds to Cursor's settings. */
import { join } from 'node:path'
import type {
  HostConnection,
  HostEventSpec,
  HostInstaller,
  Integration,
  IntegrationFile,
  SettingsLocation,
} from '../../../core/ports/host.ts'
import { detectBy } from '../shared/detect.ts'
import { flatHooks, jsonEntry, ownFile } from '../shared/integrations.ts'
import { cursorEvents } from './protocol.ts'

export const installer: HostInstaller = {
  remarks: [
    'Cursor takes no context with a prompt: its agent gets what earlier work taught when a conversation begins, and asks for the rest through MCP.',
  ],
  projectRemarks: [
    'Cursor runs project hooks only in a workspace that you trust; its settings list the hooks it runs under Hooks.',
    'In a project our hooks, MCP entry and rule are in .cursor, which is committed unless git ignores it.',
  ],
  detect: (location) => {
    const paths = [userFolder(location), projectFolder(location)] as const
    return detectBy({ paths, programs: ['cursor', 'cursor-agent'] }, location)
  },
  integrationFiles: (location) => {
    const folder = location.target === 'user' ? userFolder(location) : projectFolder(location)
    return [
      { file: join(folder, 'hooks.json'), integrations: [hooks] },
      { file: join(folder, 'mcp.json'), integrations: [mcpServerOf(location)] },
      ...(location.target === 'project' ? [ruleIn(folder)] : []),
    ]
  },
}

const userFolder = ({ userHome }: SettingsLocation) => join(userHome, '.cursor')
const projectFolder = (location: SettingsLocation) => join(location.projectFolder, '.cursor')

const hooks = flatHooks({
  host: 'cursor',
  events: cursorEvents,
  version: 1,
  timeout: ({ answers }: HostEventSpec) => ({ timeout: answers ? 10 : 5 }),
})

/** The servers of a project need not be started in it. */
function mcpServerOf({ target }: SettingsLocation): Integration {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Cursor puts the folder in.
  const folder = target === 'project' ? ['--folder', '${workspaceFolder}'] : []
  return jsonEntry('mcp', ['mcpServers', 'throughline'], ({ mcpServer }) => {
    const { command, args, env } = mcpServer
    return { type: 'stdio', command, args: [...args, ...folder], env: { ...env } }
  })
}

/** A user's rules are kept in no file. */
function ruleIn(folder: string): IntegrationFile {
  return {
    file: join(folder, 'rules', 'throughline.mdc'),
    integrations: [ownFile('instructions', rule)],
  }
}

function rule({ guidance }: HostConnection): string {
  return `---\ndescription: The memory of earlier work\nalwaysApply: true\n---\n\n${guidance.trim()}\n`
}

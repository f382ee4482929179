/** What Throughline adds to Cursor's settings. */
import { join } from 'node:path'
import type {
  HostEventSpec,
  HostInstaller,
  HostPlace,
  HostWiring,
  Wire,
  WiredFile,
} from '../../../core/ports/host.ts'
import { detectBy } from '../shared/detect.ts'
import { flatHooks, jsonEntry, ownFile } from '../shared/integrations.ts'
import { cursorEvents } from './protocol.ts'

export const installer: HostInstaller = {
  remarks: [
    'Cursor takes no context with a prompt: its agent is handed what earlier work taught when a conversation begins, and asks for the rest through MCP.',
  ],
  projectRemarks: [
    'Cursor runs the hooks of a project only in a workspace that you trust, and lists in its settings under Hooks those it runs.',
    'In a project our hooks, our MCP entry and our rule are in .cursor, which is committed unless you have git ignore them.',
  ],
  detect: (place) => {
    const paths = [userFolder(place), projectFolder(place)] as const
    return detectBy({ paths, programs: ['cursor', 'cursor-agent'] }, place)
  },
  wiredFiles: (place) => {
    const folder = place.target === 'user' ? userFolder(place) : projectFolder(place)
    return [
      { file: join(folder, 'hooks.json'), wires: [hooks] },
      { file: join(folder, 'mcp.json'), wires: [mcpServerOf(place)] },
      ...(place.target === 'project' ? [ruleIn(folder)] : []),
    ]
  },
}

const userFolder = ({ userHome }: HostPlace) => join(userHome, '.cursor')
const projectFolder = (place: HostPlace) => join(place.projectFolder, '.cursor')

const hooks = flatHooks({
  host: 'cursor',
  events: cursorEvents,
  version: 1,
  timeout: ({ answers }: HostEventSpec) => ({ timeout: answers ? 10 : 5 }),
})

/** The servers of a project need not be started in it. */
function mcpServerOf({ target }: HostPlace): Wire {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Cursor puts the folder in.
  const folder = target === 'project' ? ['--folder', '${workspaceFolder}'] : []
  return jsonEntry('mcp', ['mcpServers', 'throughline'], ({ mcpServer }) => {
    const { command, args, env } = mcpServer
    return { type: 'stdio', command, args: [...args, ...folder], env: { ...env } }
  })
}

/** A user's rules are kept in no file. */
function ruleIn(folder: string): WiredFile {
  return { file: join(folder, 'rules', 'throughline.mdc'), wires: [ownFile('instructions', rule)] }
}

function rule({ guidance }: HostWiring): string {
  return `---\ndescription: The memory of earlier work\nalwaysApply: true\n---\n\n${guidance.trim()}\n`
}

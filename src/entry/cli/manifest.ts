/** Every command by its group in the help: its name, summary and module. */
import type { Command } from './command.ts'

interface ManifestEntry {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<Command>
}

const manifest: Readonly<Record<string, Readonly<Record<string, Omit<ManifestEntry, 'name'>>>>> = {
  'Get started': {
    setup: {
      summary: 'Connect your coding agents: hooks and the MCP server',
      load: async () => (await import('./get-started/setup.ts')).setupCommand,
    },
    remove: {
      summary: 'Undo setup; captured data stays',
      load: async () => (await import('./get-started/remove.ts')).removeCommand,
    },
    demo: {
      summary: 'Try it on a sample project in a temporary home',
      load: async () => (await import('./demo/run-demo.ts')).demoCommand,
    },
    status: {
      summary: 'Show what is remembered, learned and used, and how it runs',
      load: async () => (await import('./get-started/status.ts')).statusCommand,
    },
    doctor: {
      summary: 'Check everything and say how to fix it',
      load: async () => (await import('./get-started/doctor.ts')).doctorCommand,
    },
    dashboard: {
      summary: 'Open the dashboard in your browser',
      load: async () => (await import('./get-started/dashboard.ts')).dashboardCommand,
    },
  },
  Find: {
    recall: {
      summary: 'Search memories and earlier work',
      load: async () => (await import('./find/recall.ts')).recallCommand,
    },
    list: {
      summary: 'List memories, newest first',
      load: async () => (await import('./find/list.ts')).listCommand,
    },
    show: {
      summary: 'Show a memory, turn, tool event or session in full',
      load: async () => (await import('./find/show.ts')).showCommand,
    },
    timeline: {
      summary: 'Show what happened before and after something',
      load: async () => (await import('./find/show.ts')).timelineCommand,
    },
    context: {
      summary: 'Show the context an agent would get here, and why',
      load: async () => (await import('./find/context.ts')).contextCommand,
    },
  },
  Memories: {
    remember: {
      summary: 'Store a memory',
      load: async () => (await import('./memories/remember.ts')).rememberCommand,
    },
    edit: {
      summary: 'Correct a memory; its history stays',
      load: async () => (await import('./memories/edit.ts')).editCommand,
    },
    pin: {
      summary: 'Always give a memory to the agent',
      load: async () => (await import('./memories/edit.ts')).pinCommand,
    },
    unpin: {
      summary: 'Undo a pin: give the memory only where it fits',
      load: async () => (await import('./memories/edit.ts')).unpinCommand,
    },
    forget: {
      summary: 'Forget a memory, or delete sessions for good',
      load: async () => (await import('./memories/forget.ts')).forgetCommand,
    },
    restore: {
      summary: 'Bring back memories forgotten in the last 30 days',
      load: async () => (await import('./memories/forget.ts')).restoreCommand,
    },
    clear: {
      summary: 'Forget many memories at once',
      load: async () => (await import('./memories/clear.ts')).clearCommand,
    },
    learn: {
      summary: 'Let a model read the sessions that none has read yet',
      load: async () => (await import('./memories/learn.ts')).learnCommand,
    },
    learned: {
      summary: 'Show what was learned this week, and by whom',
      load: async () => (await import('./memories/learned.ts')).learnedCommand,
    },
    review: {
      summary: 'Decide on proposals, candidates and doubtful memories, one key each',
      load: async () => (await import('./memories/review.ts')).reviewCommand,
    },
    consolidate: {
      summary: 'Merge memories that say the same',
      load: async () => (await import('./memories/consolidate.ts')).consolidateCommand,
    },
    promote: {
      summary: 'Write what proved itself into AGENTS.md, decisions and skills',
      load: async () => (await import('./memories/promote.ts')).promoteCommand,
    },
    wiki: {
      summary: 'Read and edit memories as pages: build, check and ask them',
      load: async () => (await import('./wiki/wiki.ts')).wikiCommand,
    },
  },
  'Projects and history': {
    sessions: {
      summary: 'List captured sessions, or show one with its turns',
      load: async () => (await import('./history/sessions.ts')).sessionsCommand,
    },
    projects: {
      summary: 'List, rename, merge and move projects',
      load: async () => (await import('./history/projects.ts')).projectsCommand,
    },
    import: {
      summary: 'Import earlier sessions of your coding agents, or a bundle',
      load: async () => (await import('./history/import.ts')).importCommand,
    },
    export: {
      summary: 'Write memories and sessions to a file that import reads',
      load: async () => (await import('./history/export.ts')).exportCommand,
    },
    sync: {
      summary: 'Sync with the team server, or with your machines through a folder',
      load: async () => (await import('./history/sync.ts')).syncCommand,
    },
    cost: {
      summary: 'Show what models cost and what is left of the budget',
      load: async () => (await import('./history/cost.ts')).costCommand,
    },
  },
  Team: {
    login: {
      summary: 'Sign this machine in to a team server',
      load: async () => (await import('./team/login.ts')).loginCommand,
    },
    logout: {
      summary: 'Sign this machine out of the team server',
      load: async () => (await import('./team/login.ts')).logoutCommand,
    },
    share: {
      summary: 'Share a project’s memories with your team',
      load: async () => (await import('./team/share.ts')).shareCommand,
    },
    unshare: {
      summary: 'Stop sharing a project, and take back what is yours',
      load: async () => (await import('./team/share.ts')).unshareCommand,
    },
    team: {
      summary: 'Members, invitations, keys and audit of your team',
      load: async () => (await import('./team/team.ts')).teamCommand,
    },
    server: {
      summary: 'Run a team server on PostgreSQL, or try one',
      load: async () => (await import('./team/server.ts')).serverCommand,
    },
  },
  Maintain: {
    start: {
      summary: 'Start the daemon',
      load: async () => (await import('./maintain/upkeep.ts')).startCommand,
    },
    stop: {
      summary: 'Stop the daemon; hooks keep capturing',
      load: async () => (await import('./maintain/upkeep.ts')).stopCommand,
    },
    config: {
      summary: 'Read and change settings',
      load: async () => (await import('./maintain/config.ts')).configCommand,
    },
    guidance: {
      summary: 'Show or install what agents read about their memory',
      load: async () => (await import('./maintain/guidance.ts')).guidanceCommand,
    },
    embeddings: {
      summary: 'Search by meaning too, with an embedding model',
      load: async () => (await import('./maintain/embeddings.ts')).embeddingsCommand,
    },
    jobs: {
      summary: 'List background jobs and retry parked ones',
      load: async () => (await import('./maintain/jobs.ts')).jobsCommand,
    },
    subscribers: {
      summary: 'See who receives lifecycle events',
      load: async () => (await import('./maintain/subscribers.ts')).subscribersCommand,
    },
    rebuild: {
      summary: 'Rebuild the search index and the digests',
      load: async () => (await import('./maintain/upkeep.ts')).rebuildCommand,
    },
    prune: {
      summary: 'Remove what is older than your settings allow',
      load: async () => (await import('./maintain/upkeep.ts')).pruneCommand,
    },
    upgrade: {
      summary: 'Switch to another version of Throughline, and back',
      load: async () => (await import('./maintain/upgrade.ts')).upgradeCommand,
    },
    uninstall: {
      summary: 'Disconnect all agents and stop the daemon; --data deletes everything',
      load: async () => (await import('./delete/uninstall.ts')).uninstallCommand,
    },
    completion: {
      summary: 'Print the completion script for your shell',
      load: async () => (await import('./completion/completion.ts')).completionOf(listCommands()),
    },
    mcp: {
      summary: 'Serve the memory to an agent over MCP (standard input)',
      load: async () => (await import('./maintain/agent-commands.ts')).mcpCommand,
    },
    hook: {
      summary: 'Capture one event from standard input, as hooks do',
      load: async () => (await import('./maintain/agent-commands.ts')).captureHookCommand,
    },
  },
}

export const groups: Readonly<Record<string, readonly ManifestEntry[]>> = Object.fromEntries(
  Object.entries(manifest).map(([group, commands]) => [
    group,
    Object.entries(commands).map(([name, rest]) => ({ name, ...rest })),
  ]),
)

export function listCommands(): ManifestEntry[] {
  return Object.values(groups).flat()
}

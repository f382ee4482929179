/** Every command by its group in the help: its name, summary and module. Each loads when it is called. */
import type { Command } from './command.ts'

interface ManifestEntry {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<Command>
}

type Manifest = Readonly<Record<string, Readonly<Record<string, Omit<ManifestEntry, 'name'>>>>>

/** What people use day by day. */
const everyday: Manifest = {
  'Get started': {
    setup: {
      summary: 'Connect your coding agents: hooks and the MCP server',
      load: async () => (await import('./get-started/setup.ts')).setupCommand,
    },
    demo: {
      summary: 'Try it on a sample project in a temporary home',
      load: async () => (await import('./demo/run-demo.ts')).demoCommand,
    },
    import: {
      summary: 'Import earlier sessions, or a bundle',
      load: async () => (await import('./history/import.ts')).importCommand,
    },
    status: {
      summary: 'Show what is remembered, learned and used',
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
    context: {
      summary: 'Show the context an agent would get here, and why',
      load: async () => (await import('./find/context.ts')).contextCommand,
    },
    list: {
      summary: 'List memories, newest first',
      load: async () => (await import('./find/list.ts')).listCommand,
    },
    show: {
      summary: 'Show a memory, turn, tool event, session or commit in full',
      load: async () => (await import('./find/show.ts')).showCommand,
    },
    blame: {
      summary: 'Show the sessions behind the last changes of a file',
      load: async () => (await import('./find/blame.ts')).blameCommand,
    },
    sessions: {
      summary: 'List captured sessions, or show one with its turns',
      load: async () => (await import('./history/sessions.ts')).sessionsCommand,
    },
  },
  Teach: {
    remember: {
      summary: 'Store a memory',
      load: async () => (await import('./memories/remember.ts')).rememberCommand,
    },
    edit: {
      summary: 'Correct a memory; its history stays',
      load: async () => (await import('./memories/edit.ts')).editCommand,
    },
    forget: {
      summary: 'Forget a memory; restore brings it back',
      load: async () => (await import('./memories/forget.ts')).forgetCommand,
    },
    learn: {
      summary: 'Let a model read unread sessions',
      load: async () => (await import('./memories/learn.ts')).learnCommand,
    },
    review: {
      summary: 'Keep or drop what was learned, one key each',
      load: async () => (await import('./memories/review.ts')).reviewCommand,
    },
    guard: {
      summary: 'Let a rule ask or block before a tool runs',
      load: async () => (await import('./memories/guard.ts')).guardCommand,
    },
    wiki: {
      summary: 'Read and edit memories as pages',
      load: async () => (await import('./wiki/wiki.ts')).wikiCommand,
    },
  },
  Manage: {
    projects: {
      summary: 'List, rename, merge and move projects',
      load: async () => (await import('./history/projects.ts')).projectsCommand,
    },
    share: {
      summary: 'Share a project’s memories with your team',
      load: async () => (await import('./team/share.ts')).shareCommand,
    },
    sync: {
      summary: 'Sync with your team, or your machines',
      load: async () => (await import('./history/sync.ts')).syncCommand,
    },
    config: {
      summary: 'Read and change settings',
      load: async () => (await import('./maintain/config.ts')).configCommand,
    },
    disconnect: {
      summary: 'Disconnect agents and keep what was captured',
      load: async () => (await import('./get-started/disconnect.ts')).disconnectCommand,
    },
  },
}

/** Listed by `throughline help --all` only. */
const others: Manifest = {
  'More on memories': {
    check: {
      summary: 'List, add and drop the checks of a memory',
      load: async () => (await import('./memories/check.ts')).checkCommand,
    },
    pin: {
      summary: 'Always give a memory to the agent',
      load: async () => (await import('./memories/edit.ts')).pinCommand,
    },
    unpin: {
      summary: 'Unpin a memory',
      load: async () => (await import('./memories/edit.ts')).unpinCommand,
    },
    restore: {
      summary: 'Bring back memories forgotten in the last 30 days',
      load: async () => (await import('./memories/forget.ts')).restoreCommand,
    },
    clear: {
      summary: 'Forget many memories at once',
      load: async () => (await import('./memories/clear.ts')).clearCommand,
    },
    learned: {
      summary: 'Show what was learned this week, and by whom',
      load: async () => (await import('./memories/learned.ts')).learnedCommand,
    },
    consolidate: {
      summary: 'Merge memories that say the same',
      load: async () => (await import('./memories/consolidate.ts')).consolidateCommand,
    },
    promote: {
      summary: 'Write well-used memories into AGENTS.md, decisions and skills',
      load: async () => (await import('./memories/promote.ts')).promoteCommand,
    },
    audit: {
      summary: 'Find problems in the memories of agents and other tools',
      load: async () => (await import('./history/audit.ts')).auditCommand,
    },
    timeline: {
      summary: 'Show what happened before and after a hit',
      load: async () => (await import('./find/show.ts')).timelineCommand,
    },
    delete: {
      summary: 'Delete sessions, memories or a leaked text for good',
      load: async () => (await import('./delete/delete.ts')).deleteCommand,
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
    unshare: {
      summary: 'Stop sharing a project and withdraw your memories',
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
    restart: {
      summary: 'Stop the daemon and start it again',
      load: async () => (await import('./maintain/upkeep.ts')).restartCommand,
    },
    logs: {
      summary: 'Show the last lines of the daemon’s log',
      load: async () => (await import('./maintain/logs.ts')).logsCommand,
    },
    jobs: {
      summary: 'List background jobs and retry parked ones',
      load: async () => (await import('./maintain/jobs.ts')).jobsCommand,
    },
    rebuild: {
      summary: 'Rebuild the search index and the digests',
      load: async () => (await import('./maintain/upkeep.ts')).rebuildCommand,
    },
    prune: {
      summary: 'Delete data past its retention',
      load: async () => (await import('./maintain/upkeep.ts')).pruneCommand,
    },
    upgrade: {
      summary: 'Switch to another version of Throughline, and back',
      load: async () => (await import('./maintain/upgrade.ts')).upgradeCommand,
    },
    uninstall: {
      summary: 'Uninstall Throughline; --data also deletes all it captured',
      load: async () => (await import('./delete/uninstall.ts')).uninstallCommand,
    },
    export: {
      summary: 'Write memories and sessions to a file that import reads',
      load: async () => (await import('./history/export.ts')).exportCommand,
    },
    cost: {
      summary: 'Show what models cost and what is left of the budget',
      load: async () => (await import('./history/cost.ts')).costCommand,
    },
    proof: {
      summary: 'Show whether memory helps, on your own sessions',
      load: async () => (await import('./history/proof.ts')).proofCommand,
    },
    embeddings: {
      summary: 'Search by meaning too, with an embedding model',
      load: async () => (await import('./maintain/embeddings.ts')).embeddingsCommand,
    },
    guidance: {
      summary: 'Show or install what agents read about their memory',
      load: async () => (await import('./maintain/guidance.ts')).guidanceCommand,
    },
    subscribers: {
      summary: 'See who receives lifecycle events',
      load: async () => (await import('./maintain/subscribers.ts')).subscribersCommand,
    },
  },
  'For programs': {
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

type Groups = Readonly<Record<string, readonly ManifestEntry[]>>

const listed = (manifest: Manifest): Groups =>
  Object.fromEntries(
    Object.entries(manifest).map(([group, commands]) => [
      group,
      Object.entries(commands).map(([name, rest]) => ({ name, ...rest })),
    ]),
  )

export const everydayGroups = listed(everyday)
export const allGroups: Groups = { ...everydayGroups, ...listed(others) }

export function listCommands(): ManifestEntry[] {
  return Object.values(allGroups).flat()
}

/** What hands type. */
const aliases: Readonly<Record<string, string>> = { search: 'recall', ls: 'list', rm: 'forget' }

export function commandNamed(typed: string): ManifestEntry | undefined {
  const name = aliases[typed] ?? typed
  return listCommands().find((entry) => entry.name === name)
}

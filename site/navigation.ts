/** The sidebar of the site: every page of docs/ once. Decisions have a page that lists them. */

export interface NavigationGroup {
  readonly title: string
  readonly pages: readonly NavigationPage[]
}

export interface NavigationPage {
  readonly title: string
  /** A file name in docs/ without `.md`, or a page made from a file of the repository's root. */
  readonly page: string
}

export const navigation: readonly NavigationGroup[] = [
  group('Start', {
    index: 'Overview',
    'getting-started': 'Getting started',
    install: 'Install and upgrade',
    faq: 'Questions and answers',
    comparison: 'Comparison',
    troubleshooting: 'Troubleshooting',
    uninstall: 'Uninstall',
  }),
  group('Use', {
    hosts: 'Agents',
    'claude-code-plugin': 'Plugin for Claude Code',
    platforms: 'Platforms',
    'memory-loop': 'Learning',
    recall: 'Recall and context',
    dashboard: 'Dashboard',
    wiki: 'Wiki',
    promote: 'Promoting memories',
    guidance: 'Guidance for agents',
    projects: 'Projects',
    import: 'Import',
    export: 'Export',
    costs: 'Costs',
  }),
  group('Your data', { privacy: 'Privacy', security: 'Security', deleting: 'Deleting' }),
  group('Team', { team: 'Team', server: 'Running a server', scale: 'Scale' }),
  group('Reference', {
    cli: 'Commands',
    settings: 'Settings',
    'home-folder': 'The home folder',
    http: 'HTTP API',
    mcp: 'MCP',
    'lifecycle-events': 'Lifecycle events',
    changelog: 'Changelog',
  }),
  group('Contributing', {
    contributing: 'Contributing',
    architecture: 'Architecture',
    'decisions/index': 'Decisions',
    'adding-a-host': 'Adding an agent',
    benchmarks: 'Benchmarks',
    glossary: 'Glossary',
    writing: 'Writing',
  }),
]

function group(title: string, pages: Readonly<Record<string, string>>): NavigationGroup {
  return { title, pages: Object.entries(pages).map(([page, name]) => ({ title: name, page })) }
}

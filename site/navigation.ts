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

/** Apart from what users read: folded in the sidebar, and not among their pages. */
export const contributors: NavigationGroup = group('Contributing', {
  contributing: 'Contributing',
  architecture: 'Architecture',
  'decisions/index': 'Decisions',
  'adding-a-host': 'Adding an agent',
  benchmarks: 'Benchmarks',
  glossary: 'Glossary',
  writing: 'Writing',
})

export const navigation: readonly NavigationGroup[] = [
  group('Start', {
    index: 'Overview',
    'getting-started': 'Getting started',
    install: 'Install, upgrade, uninstall',
    hosts: 'Agents and projects',
    troubleshooting: 'Troubleshooting',
    comparison: 'Comparison',
  }),
  group('Use', {
    'memory-loop': 'Learning',
    recall: 'Recall and context',
    dashboard: 'Dashboard',
    wiki: 'Wiki and promotion',
    import: 'Import and export',
  }),
  group('Your data', { privacy: 'Privacy and deleting', security: 'Security' }),
  group('Team', { team: 'Team', server: 'Running a server', scale: 'Scale' }),
  group('Look up', {
    cli: 'Commands',
    settings: 'Settings',
    http: 'HTTP API and events',
    mcp: 'MCP',
    changelog: 'Changelog',
  }),
  contributors,
]

function group(title: string, pages: Readonly<Record<string, string>>): NavigationGroup {
  return { title, pages: Object.entries(pages).map(([page, name]) => ({ title: name, page })) }
}

import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { toAnchor } from '../../scripts/documents.ts'
import { contributors, type NavigationPage, navigation } from '../navigation.ts'

export default defineConfig({
  title: 'Throughline',
  description:
    'A memory for coding agents that survives sessions, compaction, machines and teammates.',
  // Made by scripts/docs-site.ts.
  srcDir: 'pages',
  outDir: 'dist',
  cleanUrls: true,
  // Headings have paths such as /api/memories/{id}, which are no attributes.
  markdown: { anchor: { slugify: toAnchor }, attrs: { disable: true } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: navigation.map((group) => ({
      text: group.title,
      items: group.pages.map(toItem),
      ...(group === contributors && { collapsed: true }),
    })),
  },
})

function toItem({ title, page }: NavigationPage) {
  const link = `/${page.replace(/index$/, '')}`
  if (page !== 'hosts') return { text: title, link }
  return { text: title, link, collapsed: true, items: listAgents(link) }
}

/** The agents that have a section on their page, which is generated. */
function listAgents(link: string) {
  const text = readFileSync('pages/hosts.md', 'utf8')
  const sections = text.matchAll(/^## (.+)\n\n\| `throughline setup --host/gm)
  return [...sections].map(([, name = '']) => ({ text: name, link: `${link}#${toAnchor(name)}` }))
}

import { defineConfig } from 'vitepress'
import { toAnchor } from '../../scripts/documents.ts'
import { navigation } from '../navigation.ts'

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
    sidebar: navigation.map(({ title, pages }) => ({
      text: title,
      items: pages.map(({ title: text, page }) => ({
        text,
        link: `/${page.replace(/index$/, '')}`,
      })),
    })),
  },
})

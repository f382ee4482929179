import { expect, test } from 'vitest'
import { listDocuments } from '../scripts/documents.ts'
import { toSitePage } from '../scripts/site-pages.ts'
import { contributors, navigation } from '../site/navigation.ts'

test('the navigation of the site has every page once', () => {
  const pages = listDocuments().flatMap((name) => toSitePage(name, '')?.name ?? [])
  const listed = navigation.flatMap((group) => group.pages.map(({ page }) => `${page}.md`))
  const isDecision = (page: string) => /^decisions\/\d/.test(page)
  expect(listed.toSorted(), 'site/navigation.ts').toEqual(
    pages.filter((page) => !isDecision(page)).toSorted(),
  )
})

test('users have at most 20 pages to read', () => {
  const pages = navigation
    .filter((group) => group !== contributors)
    .flatMap((group) => group.pages)
    .filter(({ page }) => page !== 'changelog')
  expect(pages.length).toBeLessThanOrEqual(20)
})

test('links of a page lead to other pages of the site', () => {
  const text = [
    '[a](docs/team.md#people) [b](CHANGELOG.md) [c](LICENSE) [d](https://example.com) [e](#here)',
  ].join('\n')
  expect(toSitePage('CONTRIBUTING.md', text)).toEqual({
    name: 'contributing.md',
    text: '[a](team.md#people) [b](changelog.md) c [d](https://example.com) [e](#here)',
  })
  expect(toSitePage('docs/decisions/0001-x.md', '[a](../team.md) ![b](../images/b.svg)')).toEqual({
    name: 'decisions/0001-x.md',
    text: '[a](../team.md) ![b](../images/b.svg)',
  })
  expect(toSitePage('README.md', '')).toBeUndefined()
})

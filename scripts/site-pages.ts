/** The repository's documents as pages of the site. */
import { dirname, relative } from 'node:path/posix'

/** Files outside of docs/ that the site has too. */
const fromRoot: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'docs/changelog.md',
  'CONTRIBUTING.md': 'docs/contributing.md',
}

interface SitePage {
  /** Below the pages' folder. */
  readonly name: string
  readonly text: string
}

/** @returns undefined for a document that the site leaves out, such as the README */
export function toSitePage(name: string, text: string): SitePage | undefined {
  const place = placeOf(name)
  if (place === undefined) return undefined
  return { name: relative('docs', place), text: rewriteLinks(name, place, text) }
}

/** Links between documents follow them; a link to any other file becomes its text. */
function rewriteLinks(name: string, place: string, text: string): string {
  return text.replace(/(!?)\[([^\]]*)\]\(([^()\s]+)\)/g, (link, image, label, target) => {
    if (image || /^([a-z]+:|#)/.test(target)) return link
    const [path = '', anchor] = target.split('#')
    const to = placeOf(join(dirname(name), path))
    if (to === undefined) return label
    const hash = anchor === undefined ? '' : `#${anchor}`
    return `[${label}](${relative(dirname(place), to)}${hash})`
  })
}

function placeOf(name: string): string | undefined {
  if (name === 'docs/decisions') return 'docs/decisions/index.md'
  return fromRoot[name] ?? (/^docs\/.*\.md$/.test(name) ? name : undefined)
}

const join = (folder: string, path: string) => new URL(path, `file:///${folder}/`).pathname.slice(1)

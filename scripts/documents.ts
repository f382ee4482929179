/** The project's own Markdown: its files, headings and links. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')

interface Link {
  readonly from: string
  readonly line: number
  /** As written. */
  readonly target: string
  /** From the root of the repository; empty for an address on the web. */
  readonly file: string
  readonly anchor: string
}

/** Names from the root of the repository. */
export function listDocuments(): string[] {
  const files = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  return files.map((file) => file.replaceAll('\\', '/')).toSorted()
}

export function readDocument(name: string): string {
  return readFileSync(join(root, name), 'utf8')
}

/** The anchor of a heading, by the rules of code hosts, which the site follows too. */
export function toAnchor(heading: string): string {
  const text = heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
  return text.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-')
}

export function listAnchors(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = toAnchor(heading)
    let unique = anchor
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`
    anchors.add(unique)
  }
  return anchors
}

export function listLinks(name: string, text = readDocument(name)): Link[] {
  return withoutCode(text)
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => {
        const isWeb = /^[a-z]+:/.test(target)
        const [path = '', anchor = ''] = isWeb ? [] : target.split('#')
        const file = path === '' ? (isWeb ? '' : name) : join(dirname(name), path)
        return { from: name, line: index + 1, target, file: file.replaceAll('\\', '/'), anchor }
      }),
    )
}

/** Fenced blocks become empty lines; inline code stays, because headings contain it. */
function withoutCode(text: string): string {
  const withoutFences = text.replace(/^( *)(`{3,})[^\n]*\n[\s\S]*?^\1\2 *$/gm, (block) =>
    block.replace(/[^\n]/g, ''),
  )
  return withoutFences.replace(/^(?!#)(.*)$/gm, (line) => line.replace(/`[^`]*`/g, '``'))
}

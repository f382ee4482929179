/** Folders of Markdown files, one per memory. */
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ThroughlineError } from '../../contract/errors.ts'
import type { MarkdownFile } from '../../core/bundle/markdown/markdown.ts'
import { writeFileAtomically } from '../../home/write-files.ts'
import { readSmallFile } from '../read-small-file.ts'

/** @throws ThroughlineError if the folder contains anything except an earlier export */
export async function requireOwnFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => [])
  if (names.length === 0 || names.includes('index.md')) return
  throw new ThroughlineError('invalid-input', `${folder} is not empty`, {
    hint: 'choose a new folder, or one that throughline export wrote before',
  })
}

export async function writeMarkdownFile(folder: string, file: MarkdownFile): Promise<void> {
  const path = join(folder, file.path)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  writeFileAtomically(path, file.text)
}

const mostBytes = 256 * 1024

/** Lists every Markdown file below the folder, without following links. */
export async function* readMarkdownFiles(folder: string): AsyncGenerator<{
  readonly path: string
  readonly text: string | undefined
}> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).toSorted()
  for (const path of paths) {
    const content = await readSmallFile(path, { mostBytes })
    yield { path, text: content?.toString('utf8') }
  }
}

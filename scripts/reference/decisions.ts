/** The list of decisions, from the titles of their files. */
import { listDocuments, readDocument } from '../documents.ts'

export function renderDecisions(): string {
  const lines = listDocuments().flatMap((name) => {
    const [, file] = /^docs\/decisions\/(\d.*\.md)$/.exec(name) ?? []
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(readDocument(name)) ?? []
    return file ? [`- ${number}: [${title}](${file})\n`] : []
  })
  return `\n${lines.join('')}\n`
}

/** Facts, one JSON object a line. */
import { isSkipped } from '../../../core/ports/history-source.ts'
import type { ForeignMemorySource } from '../../../core/ports/memory-source.ts'
import { readJsonLines } from '../../foreign-files/read-lines.ts'
import { readFact } from '../shared/fact-record.ts'
import { locate, toMemoryItem } from '../shared/locate.ts'

export const jsonl: ForeignMemorySource = {
  name: 'jsonl',
  displayName: 'JSON lines',
  unit: 'memory',
  needsPath: true,
  async discover({ path }) {
    const files = await locate(path, [], (name) => name.endsWith('.jsonl'))
    return files.map((file) => toMemoryItem(file, { memories: 0 }))
  },
  async *read({ path, changedAt }) {
    let number = 0
    for await (const line of readJsonLines(path)) {
      number += 1
      if (isSkipped(line)) {
        yield line
        continue
      }
      const fact = readFact(line.entry, `line ${number}`)
      yield fact
        ? { ...fact, createdAt: fact.createdAt ?? changedAt }
        : { skipped: 'line without text' }
    }
  },
}

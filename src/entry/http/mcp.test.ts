import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { followImports } from '../../../test/support/source/import-graph.ts'

it.each(['../daemon/main.ts', '../cli/main.ts'])(
  '%s starts without the protocol, which most runs never need',
  (entry) => {
    const { files, others } = followImports(resolve(import.meta.dirname, entry))
    expect(files.size).toBeGreaterThan(10)
    expect([...others].filter((name) => name.startsWith('@modelcontextprotocol'))).toEqual([])
  },
)

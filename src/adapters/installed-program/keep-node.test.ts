import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { keepNode, nodeFor } from './keep-node.ts'

function makeNode(path: string, version: string) {
  const execPath = join(makeTemporaryFolder(), path)
  mkdirSync(dirname(execPath), { recursive: true })
  writeFileSync(execPath, version)
  return { execPath, version }
}

it('leaves the Node of the machine where it is', () => {
  const nodes = join(makeTemporaryFolder(), 'node')
  const node = makeNode('usr/bin/node', 'v24.1.0')
  keepNode({ nodes }, node)
  expect(nodeFor({ nodes }, node)).toBe(node.execPath)
  expect(statSync(nodes, { throwIfNoEntry: false })).toBeUndefined()
})

it('keeps one that npm brought, until another is used', () => {
  const nodes = join(makeTemporaryFolder(), 'node')
  for (const version of ['v24.1.0', 'v24.2.0']) {
    const node = makeNode('node_modules/node/bin/node', version)
    keepNode({ nodes }, node)
    expect(readFileSync(nodeFor({ nodes }, node), 'utf8')).toBe(version)
    expect(readdirSync(nodes)).toEqual([version])
  }
})

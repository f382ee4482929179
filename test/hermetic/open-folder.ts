/** Where another user may go, such as the one that runs PostgreSQL: tests' own folder is closed to it. */
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { memoryFolderVariable } from './memory-folder.ts'

export function openFolder(): string {
  const memory = process.env[memoryFolderVariable]
  return memory ? dirname(memory) : tmpdir()
}

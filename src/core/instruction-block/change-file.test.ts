import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { openInstructionFiles } from '../../adapters/filesystem/instruction-files.ts'
import type { InstructionFiles } from '../ports/host-files.ts'
import { applyChange, planBlock, planBlockRemoval } from './change-file.ts'

const block = { name: 'context', content: 'recalled' }
let file: string
let files: InstructionFiles

beforeEach(() => {
  const folder = makeTemporaryFolder()
  file = join(folder, 'AGENTS.md')
  files = openInstructionFiles({ workingFolder: folder, allowed: [folder] })
})

describe('a change', () => {
  test('is planned without touching the file, then made', async () => {
    const change = await planBlock(files, 'AGENTS.md', block)
    expect(change).toMatchObject({ file, before: undefined })
    expect(existsSync(file)).toBe(false)
    expect(await applyChange(change, files)).toBe('created')
    expect(readFileSync(file, 'utf8')).toBe(change.after)
  })

  test('reports the result', async () => {
    writeFileSync(file, 'Mine.\n')
    const install = () => planBlock(files, 'AGENTS.md', block)
    expect(await applyChange(await install(), files)).toBe('updated')
    expect(await applyChange(await install(), files)).toBe('unchanged')
    writeFileSync(file, readFileSync(file, 'utf8').replace('Mine.\n\n', ''))
    const removal = await planBlockRemoval(files, 'AGENTS.md', 'context')
    expect(await applyChange(removal, files)).toBe('deleted')
    expect(await planBlockRemoval(files, 'AGENTS.md', 'context')).toEqual({
      file,
      before: undefined,
      after: undefined,
    })
  })

  test.each<[string, () => void]>([
    ['was written', () => writeFileSync(file, 'Mine, newer.\n')],
    ['went away', () => rmSync(file)],
  ])('is not made when the file %s meanwhile', async (_, interfere) => {
    writeFileSync(file, 'Mine.\n')
    const change = await planBlock(files, 'AGENTS.md', block)
    interfere()
    await expect(applyChange(change, files)).rejects.toMatchObject({ code: 'conflict' })
    expect(existsSync(file) && readFileSync(file, 'utf8')).not.toBe(change.after)
  })

  test('is not planned where markers do not match', async () => {
    writeFileSync(file, 'Mine.\n<!-- throughline:context:end -->\n')
    const told = { code: 'malformed-settings', message: expect.stringContaining('(line 2)') }
    await expect(planBlock(files, 'AGENTS.md', block)).rejects.toMatchObject(told)
    await expect(planBlockRemoval(files, 'AGENTS.md', 'context')).rejects.toMatchObject(told)
  })
})

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import type { InstructionFiles } from '../../core/ports/host-files.ts'
import { openInstructionFiles } from './instruction-files.ts'

let folder: string
let project: string
let files: InstructionFiles

beforeEach(() => {
  folder = makeTemporaryFolder()
  project = join(folder, 'project')
  mkdirSync(join(project, 'src'), { recursive: true })
  mkdirSync(join(folder, 'home'))
  mkdirSync(join(folder, 'elsewhere'))
  const allowed = [project, join(folder, 'home')]
  files = openInstructionFiles({ workingFolder: join(project, 'src'), allowed })
})

describe('a file is located', () => {
  it('from the folder one is in, within the folders allowed', async () => {
    expect(await files.locate('AGENTS.md')).toBe(join(project, 'src', 'AGENTS.md'))
    expect(await files.locate('../.github/copilot-instructions.md')).toBe(
      join(project, '.github', 'copilot-instructions.md'),
    )
    const personal = join(folder, 'home', '.claude', 'CLAUDE.md')
    expect(await files.locate(personal)).toBe(personal)
  })

  it('by way of a link that stays within them', async () => {
    writeFileSync(join(project, 'AGENTS.md'), '')
    symlinkSync('AGENTS.md', join(project, 'CLAUDE.md'))
    expect(await files.locate('../CLAUDE.md')).toBe(join(project, 'AGENTS.md'))
  })

  it.each<[string, string, RegExp]>([
    [
      'outside of them',
      '../../elsewhere/CLAUDE.md',
      /elsewhere.CLAUDE\.md is not within .*project/,
    ],
    ['beside one whose name it begins with', '../../project-2/CLAUDE.md', /is not within/],
    ['by a link that leaves them', 'linked.md', /elsewhere.CLAUDE\.md is not within/],
    ['in a folder that is a link out', 'out/new/CLAUDE.md', /is not within/],
    ['by a link to nothing', 'dangling.md', /dangling\.md is a symbolic link to nothing/],
    ['below a link to nothing', 'dangling.md/CLAUDE.md', /is a symbolic link to nothing/],
    ['where a folder is', '.', /src is a folder/],
    ['below a file', 'notes.txt/CLAUDE.md', /a part of its path is a file/],
    ['where a pipe is', 'pipe', /pipe is not a regular file/],
    ['where a huge file is', 'huge.md', /huge\.md is larger than 1 MB/],
  ])('never %s', async (_, file, message) => {
    const here = join(project, 'src')
    writeFileSync(join(folder, 'elsewhere', 'CLAUDE.md'), 'theirs')
    symlinkSync(join(folder, 'elsewhere', 'CLAUDE.md'), join(here, 'linked.md'))
    symlinkSync(join(folder, 'elsewhere'), join(here, 'out'))
    symlinkSync(join(folder, 'elsewhere', 'nothing'), join(here, 'dangling.md'))
    writeFileSync(join(here, 'notes.txt'), '')
    writeFileSync(join(here, 'huge.md'), '')
    truncateSync(join(here, 'huge.md'), 1024 * 1024 + 1)
    spawnSync('mkfifo', [join(here, 'pipe')])
    await expect(files.locate(file)).rejects.toMatchObject({
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/\w/),
    })
  })
})

describe('a file is written', () => {
  it('for everybody who works on the project when it is new, with its folders', async () => {
    const file = join(project, '.cursor', 'rules', 'memory.mdc')
    await files.write(file, 'ours')
    expect(readFileSync(file, 'utf8')).toBe('ours')
    expect(statSync(file).mode & 0o777).toBe(0o644)
  })

  it('with the mode it had', async () => {
    const file = join(project, 'CLAUDE.md')
    writeFileSync(file, 'mine')
    chmodSync(file, 0o640)
    await files.write(file, 'ours')
    expect(statSync(file).mode & 0o777).toBe(0o640)
    expect(readdirSync(project)).toEqual(['CLAUDE.md', 'src'])
  })

  it('beside the link that led to it, which stays', async () => {
    writeFileSync(join(project, 'AGENTS.md'), 'mine')
    symlinkSync('AGENTS.md', join(project, 'CLAUDE.md'))
    await files.write(await files.locate('../CLAUDE.md'), 'ours')
    expect(lstatSync(join(project, 'CLAUDE.md')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(project, 'AGENTS.md'), 'utf8')).toBe('ours')
  })
})

describe('a file is read', () => {
  it('as it is, byte order mark included; undefined when it is not there', async () => {
    const file = join(project, 'CLAUDE.md')
    expect(await files.read(file)).toBeUndefined()
    writeFileSync(file, '\uFEFFmine\r\n')
    expect(await files.read(file)).toBe('\uFEFFmine\r\n')
  })

  it('never as something it is not', async () => {
    const file = join(project, 'CLAUDE.md')
    writeFileSync(file, Buffer.from('\uFEFFmine', 'utf16le'))
    await expect(files.read(file)).rejects.toThrow(/is not UTF-8 text/)
  })
})

describe('a file is removed', () => {
  it('with the folders that are empty then, up to the one allowed', async () => {
    const file = join(project, '.cursor', 'rules', 'memory.mdc')
    await files.write(file, 'ours')
    await files.remove(file)
    expect(readdirSync(project)).toEqual(['src'])
  })

  it('without those that hold something', async () => {
    const file = join(project, '.github', 'copilot-instructions.md')
    await files.write(file, 'ours')
    writeFileSync(join(project, '.github', 'CODEOWNERS'), '')
    await files.remove(file)
    expect(existsSync(join(project, '.github', 'CODEOWNERS'))).toBe(true)
  })

  it('without the project, however empty', async () => {
    const file = join(folder, 'home', 'CLAUDE.md')
    await files.write(file, 'ours')
    await files.remove(file)
    expect(existsSync(join(folder, 'home'))).toBe(true)
  })
})

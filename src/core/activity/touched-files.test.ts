import { expect, test } from 'vitest'
import { editedFiles, touchedFiles } from './touched-files.ts'

const use = (toolName: string, input: Record<string, string>) => ({ toolName, input })

test('paths are told relative to the folder of the session, each once', () => {
  const uses = [
    use('Read', { file_path: '/home/dev/app/src/a.ts' }),
    use('Edit', { file_path: '/home/dev/app/src/a.ts', new_string: 'x' }),
    use('Read', { path: '/etc/hosts' }),
  ]
  expect(touchedFiles(uses, '/home/dev/app')).toEqual(['src/a.ts', '/etc/hosts'])
})

test('only what was changed counts as edited', () => {
  const uses = [
    use('NotebookRead', { notebook_path: '/app/read.ipynb' }),
    use('Read', { file_path: '/app/read.ts' }),
    use('Write', { file_path: '/app/written.ts' }),
    use('NotebookEdit', { notebook_path: '/app/book.ipynb' }),
  ]
  expect(editedFiles(uses, '/app/')).toEqual(['written.ts', 'book.ipynb'])
})

test('a patch names its files in its text', () => {
  const command =
    '*** Begin Patch\n*** Update File: src/a.ts\n+x\n*** Add File: b.md\n*** End Patch'
  expect(editedFiles([use('apply_patch', { command })], undefined)).toEqual(['src/a.ts', 'b.md'])
})

test('a tool without files touches none', () => {
  expect(
    touchedFiles([use('Bash', { command: 'ls' }), { toolName: 'x', input: null }], '/app'),
  ).toEqual([])
})

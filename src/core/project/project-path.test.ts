import { expect, test } from 'vitest'
import { projectPath } from './project-path.ts'

test.each([
  ['/code/widgets/src/a.ts', '/code/widgets', 'src/a.ts'],
  ['/code/widgets/src/../b.ts', '/code/widgets/', 'b.ts'],
  ['C:\\code\\widgets\\src\\a.ts', 'c:/code/Widgets', 'src/a.ts'],
  ['./src/a.ts', '/code/widgets', 'src/a.ts'],
  ['src/a.ts', '/code/widgets', 'src/a.ts'],
  ['/code/gadgets/a.ts', '/code/widgets', '/code/gadgets/a.ts'],
  ['/code/widgets-old/a.ts', '/code/widgets', '/code/widgets-old/a.ts'],
  ['/code/widgets', '/code/widgets', '/code/widgets'],
  ['/code/widgets/a.ts', undefined, '/code/widgets/a.ts'],
])('%s in %s is %s', (file, root, path) => {
  expect(projectPath(file, root)).toBe(path)
})

/** Files of a repository: changed bytes, or something else where a file should be. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import fc from 'fast-check'
import { make, type Recipe, recipes, type Samples } from './recipe.ts'

export interface OddFile {
  /** The sample whose place it takes. */
  readonly name: string
  readonly content: Recipe | 'fifo' | 'folder' | 'endless' | 'loop' | 'unreadable'
}

/** A few of the samples, each in its own place or that of another. */
export function oddFiles(samples: Samples): fc.Arbitrary<OddFile[]> {
  const other = fc.constantFrom('fifo', 'folder', 'endless', 'loop', 'unreadable' as const)
  const files = Object.keys(samples).map((name) =>
    fc.record({
      name: fc.constant(name),
      content: fc.oneof(
        { weight: 16, arbitrary: recipes({ [name]: samples[name] ?? new Uint8Array() }) },
        { weight: 2, arbitrary: recipes(samples) },
        other,
      ),
    }),
  )
  return fc.array(fc.oneof(...files), { minLength: 1, maxLength: 3 })
}

export function putFile(path: string, { content }: OddFile, samples: Samples): void {
  clear(path)
  switch (content) {
    case 'fifo':
      execFileSync('mkfifo', [path])
      break
    case 'folder':
      mkdirSync(path)
      break
    case 'endless':
      symlinkSync('/dev/zero', path)
      break
    case 'loop':
      symlinkSync(path, path)
      break
    case 'unreadable':
      writeFileSync(path, 'x')
      chmodSync(path, 0)
      break
    default:
      writeFileSync(path, make(content, samples))
  }
}

/** @param path also the name of its sample */
export function putBack(path: string, samples: Samples): void {
  clear(path)
  writeFileSync(path, samples[path] ?? '')
}

function clear(path: string): void {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(dirname(path), { recursive: true })
}

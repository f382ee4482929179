/**
 * Writes a bundle as one program whose modules each run when something of them is first used. The
 * sources import as usual; here every `import` becomes a look-up at the place of use, so that a
 * command compiles and runs only what it needs. Modules lie together in few files, because to find
 * and read a file takes longer than to run it.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { minifySync, parseSync, type Rolldown, Visitor } from 'vite'

/** One module of the sources, or one package. */
interface Unit {
  readonly name: string
  readonly code: string
  /** Which of Node's modules it uses. */
  readonly builtins: ReadonlyMap<string, string>
}

/**
 * @param chunks in CommonJS, one a unit
 * @param entries the names of units to start from
 * @param fileOf names the file that a unit lies in
 */
export function writeLazyProgram(
  folder: string,
  chunks: readonly Rolldown.OutputChunk[],
  entries: readonly string[],
  fileOf: (unit: string, number: number) => string,
): void {
  const numbers = new Map(chunks.map(({ fileName }, number) => [fileName, number]))
  const numberOf = (from: string, path: string) => {
    const found = numbers.get(join(dirname(from), path))
    if (found === undefined) throw new Error(`${from} loads ${path}, which is not in the program`)
    return found
  }
  const units = chunks.map(({ fileName: name, code }) => makeLazy(name, code, numberOf))
  const places = units.map(({ name }, number) => fileOf(name, number))
  const files = Map.groupBy(units, (unit) => places[units.indexOf(unit)] ?? '')
  const write = (path: string, code: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), code)
  }
  const names = [...files].map(([name, members]) => {
    const code = minified(
      name,
      fileCode(members, ({ name: unit }) => numbers.get(unit) ?? -1),
    )
    // A process that outlives an update must not find other units under the numbers it knows.
    const path = `${name}-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.cjs`
    write(join('program', path), code)
    return path
  })
  const where = places.map((place) => [...files.keys()].indexOf(place))
  write('program/units.cjs', loaderCode(names, where))
  for (const entry of entries) {
    const up = '../'.repeat(entry.split('/').length - 1)
    const load = `require("${up}program/units.cjs").unit(${numberOf('', entry)})`
    write(entry, `module.exports = ${load}\n`)
  }
}

/** What units call each other by, and what they load packages by; nothing in them may have these names. */
const [loader, importer] = ['$unit', '$import']

function makeLazy(
  name: string,
  code: string,
  numberOf: (from: string, path: string) => number,
): Unit {
  const { program } = parseSync(name, code, { lang: 'js', sourceType: 'script' })
  const builtins = new Map<string, string>()
  const lazy = new Map<string, string>()
  const edits: Edit[] = []
  const assigned = assignedNames(program)
  for (const statement of program.body) {
    const interop = readInterop(statement)
    if (interop && !assigned.has(interop.variable)) {
      const { variable, start, end } = interop
      lazy.set(variable, `${variable}()`)
      const text = `let ${variable}_; const ${variable} = () => ${variable}_ ??= `
      edits.push({ start, end, text })
      continue
    }
    const loading = readLoading(statement)
    if (!loading || (loading.variable !== undefined && assigned.has(loading.variable))) continue
    const { variable, path } = loading
    if (variable !== undefined && path.startsWith('node:')) {
      builtins.set(variable, path)
      lazy.set(variable, `${variable}()`)
    } else if (path.startsWith('.')) {
      if (variable !== undefined) lazy.set(variable, `${loader}(${numberOf(name, path)})`)
    } else continue
    edits.push({ start: statement.start, end: statement.end, text: '' })
  }
  const isRemoved = (at: number) => edits.some(({ start, end }) => start <= at && at < end)
  const found: Edit[] = []
  new Visitor({
    Identifier(node) {
      if ([loader, importer].includes(node.name)) {
        throw new Error(`${name} has a variable ${node.name} of its own`)
      }
      const text = lazy.get(node.name)
      if (text && !isRemoved(node.start)) found.push({ ...node, text })
    },
    CallExpression(node) {
      const path = requiredPath(node)
      if (path?.startsWith('.') && !isRemoved(node.start)) {
        found.push({ ...node, text: `${loader}(${numberOf(name, path)})` })
      }
    },
    // Code that is compiled by itself has no `import()` without a warning.
    ImportExpression({ start }) {
      found.push({ start, end: start + 'import'.length, text: importer })
    },
    // `new $unit(1).Name()` would construct the unit.
    NewExpression({ callee }) {
      if (callee.type !== 'MemberExpression') return
      found.push({ start: callee.start, end: callee.start, text: '(' })
      found.push({ start: callee.end, end: callee.end, text: ')' })
    },
  }).visit(program)
  return { name, code: withEdits(code, [...edits, ...found]), builtins }
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

function withEdits(code: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  // A bracket that opens where a name starts comes before it.
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    result += code.slice(at, start) + text
    at = end
  }
  return result + code.slice(at)
}

type Program = ReturnType<typeof parseSync>['program']
type Statement = Program['body'][number]

/** `const x = require('y')`, or `require('y')` alone. */
function readLoading(statement: Statement): { variable?: string; path: string } | undefined {
  if (statement.type === 'ExpressionStatement') {
    const path = requiredPath(statement.expression)
    return path === undefined ? undefined : { path }
  }
  if (statement.type !== 'VariableDeclaration' || statement.declarations.length !== 1) return
  const [declaration] = statement.declarations
  const path = declaration?.init ? requiredPath(declaration.init) : undefined
  if (declaration?.id.type !== 'Identifier' || path === undefined) return
  return { variable: declaration.id.name, path }
}

/** `var import_x = require_x()`: a package in CommonJS runs at this call. */
function readInterop(
  statement: Statement,
): (Omit<Edit, 'text'> & { variable: string }) | undefined {
  if (statement.type !== 'VariableDeclaration') return
  const [{ id, init } = {}, ...others] = statement.declarations
  if (others.length > 0 || id?.type !== 'Identifier' || init?.type !== 'CallExpression') return
  if (!id.name.startsWith('import_')) return
  return { variable: id.name, start: statement.start, end: init.start }
}

function requiredPath(node: object): string | undefined {
  const call = node as { type: string; callee?: object; arguments?: readonly object[] }
  const callee = call.callee as { type: string; name?: string } | undefined
  const [path] = (call.arguments ?? []) as readonly { value?: unknown }[]
  const isRequire = call.type === 'CallExpression' && callee?.name === 'require'
  return isRequire && typeof path?.value === 'string' ? path.value : undefined
}

/** Variables that get a value later, such as a module whose default export is wanted. */
function assignedNames(program: Program): ReadonlySet<string> {
  const names = new Set<string>()
  new Visitor({
    AssignmentExpression({ left }) {
      if (left.type === 'Identifier') names.add(left.name)
    },
  }).visit(program)
  return names
}

function fileCode(units: readonly Unit[], numberOf: (unit: Unit) => number): string {
  const builtins = new Map(units.flatMap((unit) => [...unit.builtins]))
  const loaders = [...builtins].map(
    ([name, path]) => `let ${name}_; const ${name} = () => ${name}_ ??= require("${path}");`,
  )
  const bodies = units.map(
    (unit) => `bodies[${numberOf(unit)}] = function (exports) {\n${unit.code}\n};`,
  )
  const head = `"use strict"; const { unit: ${loader}, load: ${importer}, bodies } = exports;`
  return [head, ...loaders, ...bodies].join('\n')
}

function loaderCode(files: readonly string[], where: readonly number[]): string {
  const places = `const files = ${JSON.stringify(files)}\nconst where = ${JSON.stringify(where)}`
  const code = readFileSync(join(import.meta.dirname, 'lazy-loader.cjs'), 'utf8')
  return `"use strict"\n${places}\n${code}`
}

/** A function, for the loader to call. */
function minified(name: string, code: string): string {
  const { code: result, errors } = minifySync(`${name}.cjs`, code, {
    // For the stack traces of bug reports.
    mangle: { keepNames: true },
    // Plain ASCII is read in a tenth of the time.
    codegen: { asciiOnly: true },
  })
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`)
  return `(function (exports, require, __filename, __dirname) {${result}\n})`
}

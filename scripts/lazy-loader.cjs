/**
 * Loads the program that `lazy-program.ts` writes; the build puts `files` and `where` before it. What
 * V8 compiled for a command is kept beside the program, so that the next run of that command compiles
 * nothing. Node's own compile cache has only the outermost functions of a file, because it is made
 * before they run; compiling the others takes `list` 25 ms of 110.
 */
const { isAscii } = require('node:buffer')
const fs = require('node:fs')
const { join } = require('node:path')
const { Script } = require('node:vm')

const made = []
const bodies = []
const loaded = []
exports.made = made
exports.bodies = bodies
/** Set by a command: where to keep what was compiled for it. */
exports.compiledFolder = undefined
exports.unit = (number) => made[number] ?? make(number)
/** Of Node or of a package. */
exports.load = (name) => import(name)

/** A unit that fails runs again when it is asked for again. */
function make(number) {
  if (!bodies[number]) read(files[where[number]])
  const unit = {}
  made[number] = unit
  try {
    bodies[number](unit)
  } catch (error) {
    made[number] = undefined
    throw error
  }
  return unit
}

function read(name) {
  const filename = join(__dirname, name)
  const bytes = fs.readFileSync(filename)
  const source = isAscii(bytes) ? bytes.latin1Slice() : bytes.toString()
  const kept = readKept(name)
  const script = new Script(source, { filename, cachedData: kept?.compiled })
  script.runInThisContext()(exports, require, filename, __dirname)
  if (exports.compiledFolder === undefined) return
  const known = script.cachedDataRejected ? undefined : kept?.runs
  if (loaded.push({ name, script, known }) > 1) return
  process.on('exit', (code) => {
    if (code === 0) for (const file of loaded) keepCompiled(file)
  })
}

/** A byte for each unit, in how many runs it was used; then what V8 compiled. */
function readKept(name) {
  if (exports.compiledFolder === undefined) return undefined
  // Every command starts like help does; that is all a typo needs.
  for (const command of ['.', '../--help']) {
    try {
      const bytes = fs.readFileSync(join(exports.compiledFolder, command, name))
      return { runs: bytes.subarray(0, where.length), compiled: bytes.subarray(where.length) }
    } catch {
      // Nothing was kept yet.
    }
  }
}

/** The first runs with a unit each add the functions that they were the first to need. */
const runsWithUnit = 4

function keepCompiled({ name, script, known }) {
  const file = files.indexOf(name)
  const used = Object.keys(made).filter((number) => where[number] === file && made[number])
  if (known && used.every((number) => known[number] >= runsWithUnit)) return
  // Uninstalling removes the program while it runs.
  if (!fs.existsSync(__filename)) return
  const path = join(exports.compiledFolder, name)
  const draft = `${path}.${process.pid}`
  const runs = Buffer.alloc(where.length)
  if (known) runs.set(known)
  for (const number of used) runs[number] = Math.min(runs[number] + 1, runsWithUnit)
  try {
    fs.mkdirSync(exports.compiledFolder, { recursive: true })
    // V8 trusts what it reads back, so a power cut must not leave half of it.
    const content = Buffer.concat([runs, script.createCachedData()])
    fs.writeFileSync(draft, content, { flush: true })
    fs.renameSync(draft, path)
  } catch {
    // Where that folder cannot be written, each start compiles what it loads.
    fs.rmSync(draft, { force: true })
  }
}

#!/usr/bin/env node
// Plain JavaScript that any Node can parse, so that an old one gets a sentence, not a stack trace.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`throughline needs Node 22.18 or newer; this is ${process.versions.node}\n`)
  process.exit(1)
}
// Node 22 calls its built-in SQLite experimental; nobody who runs a command needs to hear that.
const { emitWarning } = process
process.emitWarning = (warning, ...rest) => {
  if (!String(warning).startsWith('SQLite is an experimental')) emitWarning(warning, ...rest)
}
if (process.argv[2] === 'mcp') keepHeapSmall()
const require = process.getBuiltinModule('node:module').createRequire(import.meta.url)
const { version, arch, argv } = process
const command = argv[2] ?? 'throughline'
if (/^[a-z-]+$/.test(command)) {
  // Beside the program, so that it goes with it.
  const folder = `${import.meta.dirname}/../dist/.compiled/${version}-${arch}/${command}`
  require('../dist/program/units.cjs').compiledFolder = folder
}
// Taking down what nothing uses any more takes 4 ms.
process.on('beforeExit', () => process.exit())
await require('../dist/entry/cli/main.cjs').main()

/**
 * An agent keeps its MCP server all day, idle most of the time. After the work of the benchmark
 * `peers` it holds 121 MB with these flags and 247 MB without; a call takes about a tenth more
 * processor time. V8 needs them before the program is loaded.
 */
function keepHeapSmall() {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=30')
}

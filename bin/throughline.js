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
const { createRequire } = process.getBuiltinModule('node:module')
const { answerQuickly } = createRequire(import.meta.url)('../dist/quick/quick.cjs')
if (!(await answerQuickly(process.argv.slice(2)))) {
  const { main } = await import('../dist/entry/cli/main.js')
  await main()
}

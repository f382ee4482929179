#!/usr/bin/env node
// Plain JavaScript that any Node can parse, so that an old one gets a sentence, not a stack trace.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`throughline needs Node 22.18 or newer; this is ${process.versions.node}\n`)
  process.exit(1)
}
const { main } = await import('../dist/entry/cli/main.js')
await main()

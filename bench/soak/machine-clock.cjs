/**
 * The clock of a simulated machine, preloaded into each of its Node processes. `SOAK_CLOCK` names a
 * file with steps, `[[from, offset], …]` in real milliseconds: from then on the clock is that much
 * ahead. Times of files are read by the same clock. Timers run in real time, as after a suspend, but
 * intervals of a minute and more pass as fast as the simulated day does (`SOAK_SPEED`).
 *
 * On SIGUSR2 the process collects garbage and writes what it holds to `SOAK_CLOCK.<pid>`.
 */
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const { SOAK_CLOCK: file, SOAK_SPEED: speed = '1' } = process.env
const realNow = Date.now
const { readFileSync, writeFileSync, renameSync } = fs
const lookEveryMs = 20

let steps = []
let lookedAt = Number.NEGATIVE_INFINITY

function offsetAt(realMs) {
  if (performance.now() - lookedAt > lookEveryMs) {
    steps = JSON.parse(readFileSync(file, 'utf8'))
    lookedAt = performance.now()
  }
  // What was there before the simulation is as old as its beginning says.
  return (steps.findLast(([from]) => from <= realMs) ?? steps[0])[1]
}

const now = () => {
  const real = realNow()
  return real + offsetAt(real)
}

Date.now = now
globalThis.Date = new Proxy(Date, {
  construct: (target, args, made) => Reflect.construct(target, args.length ? args : [now()], made),
  apply: (target) => new target(now()).toString(),
})

function shift(stats) {
  if (!stats) return stats
  const offset = offsetAt(Number(stats.mtimeMs))
  if (typeof stats.mtimeMs === 'bigint') {
    stats.mtimeMs += BigInt(offset)
    stats.mtimeNs += BigInt(offset) * 1_000_000n
  } else {
    stats.mtimeMs += offset
  }
  return stats
}

for (const name of ['statSync', 'lstatSync', 'fstatSync']) {
  const read = fs[name]
  fs[name] = (...args) => shift(read(...args))
}
for (const name of ['stat', 'lstat']) {
  const read = fs.promises[name]
  fs.promises[name] = async (...args) => shift(await read(...args))
}
syncBuiltinESMExports()

const { setInterval } = globalThis
const longMs = 60_000
const shortestMs = 5_000
globalThis.setInterval = (work, ms, ...args) =>
  setInterval(work, ms < longMs ? ms : Math.max(shortestMs, ms / Number(speed)), ...args)

process.on('SIGUSR2', () => {
  require('node:v8').setFlagsFromString('--expose-gc')
  const collect = require('node:vm').runInNewContext('gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  // The pages of the wiki are watched one by one, however many there are.
  const resources = process.getActiveResourcesInfo().filter((kind) => kind !== 'FSEventWrap').length
  const held = { ...process.memoryUsage(), resources }
  const report = `${file}.${process.pid}`
  writeFileSync(`${report}.tmp`, JSON.stringify(held))
  renameSync(`${report}.tmp`, report)
})

import { availableParallelism, loadavg } from 'node:os'

const [load = 0] = loadavg()

/**
 * How many times longer than usual tests wait before they give up: on CI's shared machines, which stand
 * still at times, and on a busy one as often as its processes have to share a core.
 */
export const stallFactor = Math.max(
  process.env.CI ? 3 : 1,
  Math.min(10, Math.ceil(load / availableParallelism())),
)

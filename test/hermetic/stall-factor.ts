import { availableParallelism, loadavg } from 'node:os'

const [load = 0] = loadavg()

/**
 * How many times longer than usual tests wait before they give up. A test that passes never waits that
 * long, and shared machines stall at times; a busy one gets as much more as its processes have to share
 * a core.
 */
export const stallFactor = Math.max(3, Math.min(10, Math.ceil(load / availableParallelism())))

/** Whether what the daemon holds stays flat: the last hours of its life beside earlier ones. */
import { percentile, round } from '../statistics.ts'
import type { Sample } from './measure.ts'

const megabyte = 2 ** 20

export interface Trend {
  readonly name: string
  readonly unit: string
  readonly earlier: number
  readonly later: number
  /** The most that `later` may be. */
  readonly limit: number
}

/**
 * Compiled code and bounded caches of words grow by 0.4 MB an hour, with few events or many: 3.5 MB
 * between the hours compared. A leak of 1 KB an event adds 3 MB to the short day, 8 MB to the long one.
 */
const wordsAndCode = 5

/** The first hours fill caches and compile code. */
const warmUpHours = 3
const comparedHours = 4

/** @param samples of one life of the daemon */
export function findTrends(samples: readonly Sample[]): Trend[] {
  const warm = samples.slice(warmUpHours)
  const [earlier, later] = [warm.slice(0, comparedHours), warm.slice(-comparedHours)]
  if (warm.length < 2 * comparedHours) throw new Error(`only ${warm.length} hours to compare`)
  const median = (hours: readonly Sample[], read: (sample: Sample) => number) =>
    percentile(hours.map(read), 50)
  const trend = (
    name: string,
    unit: string,
    read: (sample: Sample) => number,
    limitOf: (earlier: number) => number,
  ): Trend => {
    const [before, after] = [median(earlier, read), median(later, read)].map((value) =>
      round(value),
    )
    return {
      name,
      unit,
      earlier: before ?? 0,
      later: after ?? 0,
      limit: round(limitOf(before ?? 0)),
    }
  }
  const megabytes = (read: (sample: Sample) => number) => (sample: Sample) =>
    read(sample) / megabyte
  const perEvent = (hours: readonly Sample[]) => {
    const [from, to] = [hours[0], hours.at(-1)]
    if (!from || !to) return Number.NaN
    return (bytesOf(to) - bytesOf(from)) / (to.events - from.events)
  }
  const [diskBefore, diskAfter] = [perEvent(earlier), perEvent(later)].map(Math.round)
  return [
    trend(
      'heap after a collection',
      'MB',
      megabytes(({ heap }) => heap),
      (before) => before + wordsAndCode,
    ),
    trend(
      'buffers outside the heap',
      'MB',
      megabytes(({ external }) => external),
      (before) => before + 2,
    ),
    trend(
      'resident memory',
      'MB',
      megabytes(({ resident }) => resident),
      (before) => before + 8,
    ),
    trend(
      'open files',
      '',
      ({ files }) => files,
      (before) => before + 2,
    ),
    trend(
      'timers and other resources',
      '',
      ({ resources }) => resources,
      (before) => before + 3,
    ),
    trend(
      'write-ahead log',
      'MB',
      megabytes(({ log }) => log),
      (before) => Math.max(8, 1.5 * before),
    ),
    {
      name: 'disk per event',
      unit: 'bytes',
      earlier: diskBefore ?? 0,
      later: diskAfter ?? 0,
      limit: Math.round(1.3 * (diskBefore ?? 0)),
    },
  ]
}

const bytesOf = ({ database, otherFiles }: Sample) => database + otherFiles

export const isFlat = ({ later, limit }: Trend) => later <= limit

/**
 * Makes a screenshot small: at most 256 colours, the most frequent that differ; the others become
 * their nearest. Reads what Chromium writes: 8 bits a channel, not interlaced.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const mostColours = 256
/** Else the greys of text edges would leave no room for the colours of badges. */
const leastDistance = 40

export function shrinkPng(png: Buffer): Buffer {
  const { width, height, colours } = readPixels(png)
  const { palette, indexOf } = choosePalette(colours)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rows[y * (width + 1) + x + 1] = indexOf(colours[y * width + x] ?? 0)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const plte = Buffer.from(palette.flatMap((rgb) => [rgb >> 16, (rgb >> 8) & 255, rgb & 255]))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', plte),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

interface Pixels {
  readonly width: number
  readonly height: number
  /** 0xRRGGBB of each pixel, row by row. */
  readonly colours: Uint32Array
}

function readPixels(png: Buffer): Pixels {
  const data: Buffer[] = []
  let header = Buffer.alloc(13)
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const body = png.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR') header = Buffer.from(body)
    if (type === 'IDAT') data.push(body)
    at += length + 12
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const channels = header[9] === 6 ? 4 : 3
  const bytes = unfilter(inflateSync(Buffer.concat(data)), width * channels, height, channels)
  const colours = Uint32Array.from({ length: width * height }, (_, pixel) =>
    bytes.readUIntBE(pixel * channels, 3),
  )
  return { width, height, colours }
}

/** Each byte was stored as its difference to those beside it. */
function unfilter(stored: Buffer, rowBytes: number, height: number, channels: number): Buffer {
  const bytes = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y++) {
    const filter = stored[y * (rowBytes + 1)] ?? 0
    for (let x = 0; x < rowBytes; x++) {
      const at = y * rowBytes + x
      const left = x < channels ? 0 : (bytes[at - channels] ?? 0)
      const up = y === 0 ? 0 : (bytes[at - rowBytes] ?? 0)
      const corner = x < channels || y === 0 ? 0 : (bytes[at - rowBytes - channels] ?? 0)
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
      bytes[at] = (stored[y * (rowBytes + 1) + 1 + x] ?? 0) + guess
    }
  }
  return bytes
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value)) as [
    number,
    number,
    number,
  ]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

function choosePalette(colours: Uint32Array) {
  const counts = new Map<number, number>()
  for (const rgb of colours) counts.set(rgb, (counts.get(rgb) ?? 0) + 1)
  const byCount = [...counts].toSorted(([, one], [, other]) => other - one)
  const palette: number[] = []
  for (const [rgb] of byCount) {
    if (palette.length === mostColours) break
    if (palette.every((chosen) => distance(chosen, rgb) >= leastDistance)) palette.push(rgb)
  }
  const known = new Map(palette.map((rgb, index) => [rgb, index]))
  const indexOf = (rgb: number) => {
    const index = known.get(rgb) ?? nearest(palette, rgb)
    known.set(rgb, index)
    return index
  }
  return { palette, indexOf }
}

function nearest(palette: readonly number[], rgb: number): number {
  const distances = palette.map((other) => distance(other, rgb))
  return distances.indexOf(Math.min(...distances))
}

function distance(one: number, other: number): number {
  const part = (shift: number) => ((one >> shift) & 255) - ((other >> shift) & 255)
  return part(16) ** 2 + part(8) ** 2 + part(0) ** 2
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(body.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

/** The largest symbol made here: 97 modules a side, 666 bytes. */
export const MAX_VERSION = 20

/** Error correction codewords in each block, and how many blocks, at level M for versions 1 to 20. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]

/** Codewords in a symbol, correction included. */
function allCodewords(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2
  const patterns = version === 1 ? 0 : (25 * alignments - 10) * alignments - 55
  return Math.floor(((16 * version + 128) * version + 64 - patterns - (version < 7 ? 0 : 36)) / 8)
}

function layout(version: number): { blocks: number; correction: number } {
  return { blocks: BLOCKS[version - 1] ?? 0, correction: CORRECTION[version - 1] ?? 0 }
}

/** Codewords left for data at level M. */
export function dataCodewords(version: number): number {
  const { blocks, correction } = layout(version)
  return allCodewords(version) - blocks * correction
}

/** A product in the field of 256 elements that Reed-Solomon codes calculate in. */
export function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((b >> bit) & 1) * a
  }
  return product
}

function generator(degree: number): number[] {
  const polynomial = [...Array<number>(degree - 1).fill(0), 1]
  let root = 1
  for (let factor = 0; factor < degree; factor += 1) {
    for (let at = 0; at < degree; at += 1) {
      polynomial[at] = multiply(polynomial[at] ?? 0, root) ^ (polynomial[at + 1] ?? 0)
    }
    root = multiply(root, 2)
  }
  return polynomial
}

/** The error correction codewords of a block of data. */
export function correctionOf(data: readonly number[], degree: number): number[] {
  const divisor = generator(degree)
  const rest = Array<number>(degree).fill(0)
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0)
    rest.push(0)
    for (let at = 0; at < degree; at += 1) rest[at] = (rest[at] ?? 0) ^ multiply(divisor[at] ?? 0, factor)
  }
  return rest
}

/** Bytes with their header (byte mode, length), end mark and padding: exactly the version's data codewords. */
function padded(bytes: Uint8Array, version: number): number[] {
  const lengthBits = version < 10 ? 8 : 16
  const header = `0100${bytes.length.toString(2).padStart(lengthBits, '0')}`
  const bits = `${header}${Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')}0000`
  const words = (bits.match(/.{1,8}/g) ?? []).map((word) => Number.parseInt(word.padEnd(8, '0'), 2))
  const capacity = dataCodewords(version)
  for (let pad = 0xec; words.length < capacity; pad = pad === 0xec ? 0x11 : 0xec) words.push(pad)
  return words.slice(0, capacity)
}

/** How many data codewords each block has: the later ones may have one more. */
export function blockLengths(version: number): number[] {
  const { blocks } = layout(version)
  const total = dataCodewords(version)
  const longer = total % blocks
  return Array.from(
    { length: blocks },
    (_, index) => Math.floor(total / blocks) + (index >= blocks - longer ? 1 : 0),
  )
}

/** Error correction codewords in each block. */
export function correctionLength(version: number): number {
  return layout(version).correction
}

/** All codewords of a symbol in the order in which they are drawn. */
export function interleave(bytes: Uint8Array, version: number): number[] {
  const data = padded(bytes, version)
  const correction = correctionLength(version)
  let start = 0
  const blocks = blockLengths(version).map((length) => {
    const words = data.slice(start, start + length)
    start += length
    return { words, checks: correctionOf(words, correction) }
  })
  const longest = Math.max(...blocks.map(({ words }) => words.length))
  const columns = (pick: (block: (typeof blocks)[number]) => number[], length: number) =>
    Array.from({ length }, (_, at) => blocks.flatMap((block) => pick(block)[at] ?? [])).flat()
  return [...columns((block) => block.words, longest), ...columns((block) => block.checks, correction)]
}

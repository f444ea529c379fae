import { dataCodewords, interleave, MAX_VERSION } from './qrCodewords.ts'

/** A square of modules, true where dark, addressed as `[row][column]`. */
export type Modules = boolean[][]

/** Which mask bits invert a module, by mask number (ISO/IEC 18004, table 10). */
const MASKS: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]

/** Rows and columns where the centres of alignment patterns cross. */
export function alignmentCentres(version: number): number[] {
  if (version === 1) return []
  const size = version * 4 + 17
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((size - 13) / (count * 2 - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step).reverse()]
}

function remainder(value: number, shift: number, generator: number): number {
  let rest = value << shift
  const degree = 31 - Math.clz32(generator)
  for (let bit = 31 - Math.clz32(rest); rest !== 0 && bit >= degree; bit = 31 - Math.clz32(rest)) {
    rest ^= generator << (bit - degree)
  }
  return rest
}

/** The 15 bits that tell error correction level M and the mask. */
export function formatBits(mask: number): number {
  return ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412
}

/** The 18 bits that tell the version, from version 7 on. */
export function versionBits(version: number): number {
  return (version << 12) | remainder(version, 12, 0x1f25)
}

class Canvas {
  readonly size: number
  readonly modules: Modules
  readonly reserved: Modules

  constructor(version: number) {
    this.size = version * 4 + 17
    const blank = () => Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false))
    this.modules = blank()
    this.reserved = blank()
  }

  set(row: number, column: number, dark: boolean): void {
    const cells = this.modules[row]
    const taken = this.reserved[row]
    if (!cells || !taken || column < 0 || column >= this.size) return
    cells[column] = dark
    taken[column] = true
  }

  /** Squares around a centre: dark where the distance from it is listed. */
  rings(row: number, column: number, radius: number, dark: number[]): void {
    for (let dr = -radius; dr <= radius; dr += 1) {
      for (let dc = -radius; dc <= radius; dc += 1) {
        this.set(row + dr, column + dc, dark.includes(Math.max(Math.abs(dr), Math.abs(dc))))
      }
    }
  }
}

function drawPatterns(canvas: Canvas, version: number): void {
  const last = canvas.size - 1
  for (let index = 0; index <= last; index += 1) {
    canvas.set(6, index, index % 2 === 0)
    canvas.set(index, 6, index % 2 === 0)
  }
  for (const [row, column] of [
    [3, 3],
    [3, last - 3],
    [last - 3, 3],
  ] as const) {
    canvas.rings(row, column, 4, [0, 1, 3])
  }
  const centres = alignmentCentres(version)
  const ends = [centres[0], centres.at(-1)]
  for (const row of centres) {
    for (const column of centres) {
      const inCorner = ends.includes(row) && ends.includes(column) && !(row > 6 && column > 6)
      if (!inCorner) canvas.rings(row, column, 2, [0, 2])
    }
  }
  if (version < 7) return
  const bits = versionBits(version)
  for (let bit = 0; bit < 18; bit += 1) {
    const near = Math.floor(bit / 3)
    const far = canvas.size - 11 + (bit % 3)
    canvas.set(near, far, ((bits >> bit) & 1) === 1)
    canvas.set(far, near, ((bits >> bit) & 1) === 1)
  }
}

function drawFormat(canvas: Canvas, mask: number): void {
  const bits = formatBits(mask)
  const { size } = canvas
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = ((bits >> bit) & 1) === 1
    // Around the upper left corner, skipping the timing lines.
    if (bit < 8) canvas.set(bit < 6 ? bit : bit + 1, 8, dark)
    else canvas.set(8, bit === 8 ? 7 : 14 - bit, dark)
    // The copy at the two other corners.
    if (bit < 8) canvas.set(8, size - 1 - bit, dark)
    else canvas.set(size - 15 + bit, 8, dark)
  }
  canvas.set(size - 8, 8, true)
}

/** Every free module, in the order in which codewords fill them: up and down in columns of two, from the right. */
export function* fillOrder(size: number, reserved: Modules): Generator<[row: number, column: number]> {
  let upwards = true
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step += 1) {
      const row = upwards ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (!reserved[row]?.[column]) yield [row, column]
      }
    }
    upwards = !upwards
  }
}

/** How hard a symbol is to read: long runs, blocks of one colour, and an uneven share of dark. */
function penalty(modules: Modules): number {
  const size = modules.length
  const at = (row: number, column: number) => modules[row]?.[column] ?? false
  let score = 0
  let dark = 0
  for (let a = 0; a < size; a += 1) {
    let across = 0
    let down = 0
    for (let b = 0; b < size; b += 1) {
      across = b > 0 && at(a, b) === at(a, b - 1) ? across + 1 : 1
      down = b > 0 && at(b, a) === at(b - 1, a) ? down + 1 : 1
      for (const run of [across, down]) score += run === 5 ? 3 : run > 5 ? 1 : 0
      if (at(a, b)) dark += 1
      const colour = at(a, b)
      const block = a + 1 < size && b + 1 < size && at(a, b + 1) === colour && at(a + 1, b) === colour
      if (block && at(a + 1, b + 1) === colour) score += 3
    }
  }
  return score + Math.floor(Math.abs((dark * 100) / (size * size) - 50) / 5) * 10
}

/**
 * A text as a QR code of error correction level M (ISO/IEC 18004), UTF-8 in byte mode.
 * Throws a RangeError when it is longer than 666 bytes.
 */
export function qrModules(text: string): Modules {
  const bytes = Buffer.from(text, 'utf8')
  const version = Array.from({ length: MAX_VERSION }, (_, index) => index + 1).find(
    (candidate) => bytes.length + (candidate < 10 ? 2 : 3) <= dataCodewords(candidate),
  )
  if (!version) throw new RangeError('The text is too long for a QR code')
  const codewords = interleave(bytes, version)
  const symbols = MASKS.map((inverts, mask) => {
    const canvas = new Canvas(version)
    drawPatterns(canvas, version)
    drawFormat(canvas, mask)
    let bit = 0
    for (const [row, column] of fillOrder(canvas.size, canvas.reserved)) {
      const value = ((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1
      const cells = canvas.modules[row]
      if (cells) cells[column] = (value === 1) !== inverts(row, column)
      bit += 1
    }
    return { modules: canvas.modules, score: penalty(canvas.modules) }
  })
  return symbols.reduce((best, symbol) => (symbol.score < best.score ? symbol : best)).modules
}

/** The inverse of a mask, for those who read a symbol. */
export function inverts(mask: number, row: number, column: number): boolean {
  return MASKS[mask]?.(row, column) ?? false
}

/** A QR code as an SVG of its own, with the quiet zone of four modules around it. */
export function qrSvg(text: string): string {
  const modules = qrModules(text)
  const size = modules.length + 8
  const path = modules
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : '')))
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 4}" height="${size * 4}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}H0z"/><path fill="black" d="${path}"/></svg>`
}

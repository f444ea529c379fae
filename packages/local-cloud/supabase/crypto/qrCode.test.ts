import { describe, expect, test } from 'vitest'
import {
  alignmentCentres,
  fillOrder,
  formatBits,
  inverts,
  type Modules,
  qrModules,
  qrSvg,
  versionBits,
} from './qrCode.ts'
import { blockLengths, correctionLength, correctionOf, dataCodewords, multiply } from './qrCodewords.ts'

/** Where patterns and format stand, worked out again from the standard's description. */
function reservedModules(version: number): Modules {
  const size = version * 4 + 17
  const centres = alignmentCentres(version)
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => {
      const corner = (row < 9 && (column < 9 || column >= size - 8)) || (row >= size - 8 && column < 9)
      const versionBlock =
        version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))
      const nearRow = centres.filter((centre) => Math.abs(centre - row) <= 2)
      const nearColumn = centres.filter((centre) => Math.abs(centre - column) <= 2)
      const alignment = nearRow.some((r) =>
        nearColumn.some((c) => !(r === 6 && (c === 6 || c === size - 7)) && !(c === 6 && r === size - 7)),
      )
      return corner || versionBlock || alignment || row === 6 || column === 6
    }),
  )
}

/** Reads a symbol as a scanner does: format, mask, codewords, checks, text. */
function read(modules: Modules): string {
  const size = modules.length
  const version = (size - 17) / 4
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map((row) => modules[row]?.[8])
  const low = format.reduce((bits, dark, index) => bits | (dark ? 1 << index : 0), 0)
  const mask = [0, 1, 2, 3, 4, 5, 6, 7].find((candidate) => (formatBits(candidate) & 0xff) === low)
  if (mask === undefined) throw new Error('no such format')
  const bits = Array.from(fillOrder(size, reservedModules(version)), ([row, column]) =>
    (modules[row]?.[column] ?? false) !== inverts(mask, row, column) ? '1' : '0',
  ).join('')
  const words = (bits.match(/.{8}/g) ?? []).map((word) => Number.parseInt(word, 2))
  const lengths = blockLengths(version)
  const blocks = lengths.map((): number[] => [])
  let at = 0
  for (let index = 0; index < Math.max(...lengths); index += 1) {
    blocks.forEach((block, number) => {
      if (index < (lengths[number] ?? 0)) block.push(words[at++] ?? -1)
    })
  }
  const data = blocks.flat()
  for (let index = 0; index < correctionLength(version); index += 1) {
    for (const block of blocks) block.push(words[at++] ?? -1)
  }
  for (const block of blocks) {
    let root = 1
    for (let index = 0; index < correctionLength(version); index += 1) {
      expect(block.reduce((sum, word) => multiply(sum, root) ^ word, 0)).toBe(0)
      root = multiply(root, 2)
    }
  }
  const stream = data.map((word) => word.toString(2).padStart(8, '0')).join('')
  const lengthBits = version < 10 ? 8 : 16
  expect(stream.slice(0, 4)).toBe('0100')
  const length = Number.parseInt(stream.slice(4, 4 + lengthBits), 2)
  const body = stream.slice(4 + lengthBits, 4 + lengthBits + length * 8)
  return Buffer.from((body.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))).toString('utf8')
}

describe('QR codes', () => {
  test('correct errors as in the known example of "HELLO WORLD" at level M', () => {
    const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
    expect(correctionOf(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
  })

  test('tell mask and version with the bits that the standard lists', () => {
    expect(formatBits(0).toString(2)).toBe('101010000010010')
    expect(formatBits(5).toString(2)).toBe('100000011001110')
    expect(versionBits(7).toString(2).padStart(18, '0')).toBe('000111110010010100')
    expect(alignmentCentres(14)).toEqual([6, 26, 46, 66])
    expect(dataCodewords(10)).toBe(216)
  })

  test.each([1, 14, 40, 90, 122, 180, 240, 400, 666])('are read back, %i bytes long', (length) => {
    const text = `otpauth://totp/ü${'x'.repeat(700)}`
    const cut = Buffer.from(text)
      .subarray(0, length)
      .toString('utf8')
      .replace(/\uFFFD/g, '')
    expect(read(qrModules(cut))).toBe(cut)
  })

  test('refuse what is too long, and are SVG', () => {
    expect(() => qrModules('x'.repeat(667))).toThrow(RangeError)
    expect(qrSvg('a')).toMatch(/^<svg xmlns=[^#]+<\/svg>$/)
  })
})

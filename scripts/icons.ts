import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { ink } from '../lib/colors.ts'
import { inRoot } from './lib/paths.ts'

/*
 * Renders the logo as the bitmap icons: `node scripts/icons.ts`. Run it after a change of the logo, and commit the files.
 * `app/icon.svg` is the same logo for browsers that support SVG icons.
 */

/** The SVG path of the logo's ring. */
const ringPath = 'M25.46 8.61A12 12 0 1 0 25.46 23.39'

/**
 * Draws the logo on a dark square.
 *
 * @param logoShare - the logo's part of the width; the mask of an icon may show only its middle four fifths
 */
function drawLogo(logoShare: number): Buffer {
  const side = 32 / logoShare
  const start = (32 - side) / 2
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${start} ${start} ${side} ${side}" width="512" height="512">
      <rect x="${start}" y="${start}" width="${side}" height="${side}" fill="${ink}"/>
      <path d="${ringPath}" fill="none" stroke="#f2a73b" stroke-width="3" stroke-linecap="round"/>
      <circle cx="16" cy="16" r="4.5" fill="#d4331f"/>
    </svg>`,
  )
}

const renderPng = (logoShare: number, pixels: number, { palette } = { palette: true }) =>
  sharp(drawLogo(logoShare))
    .resize(pixels, pixels)
    .ensureAlpha()
    .png({ compressionLevel: 9, palette })
    .toBuffer()

/**
 * Creates an ICO file: a directory followed by PNGs, for which Next requires four channels:
 * https://en.wikipedia.org/wiki/ICO_(file_format)
 */
function encodeIco(pictures: readonly { pixels: number; data: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  for (const [index, { pixels, data }] of pictures.entries()) {
    const entryOffset = 6 + 16 * index
    header.writeUInt8(pixels, entryOffset)
    header.writeUInt8(pixels, entryOffset + 1)
    header.writeUInt16LE(1, entryOffset + 4)
    header.writeUInt16LE(32, entryOffset + 6)
    header.writeUInt32LE(data.length, entryOffset + 8)
    header.writeUInt32LE(offset, entryOffset + 12)
    offset += data.length
  }
  return Buffer.concat([header, ...pictures.map(({ data }) => data)])
}

const faviconPictures = await Promise.all(
  [16, 32, 48].map(async (pixels) => ({ pixels, data: await renderPng(0.92, pixels, { palette: false }) })),
)
writeFileSync(inRoot('app', 'favicon.ico'), encodeIco(faviconPictures))
writeFileSync(inRoot('app', 'apple-icon.png'), await renderPng(0.72, 180, { palette: false }))
writeFileSync(inRoot('public', 'icon-192.png'), await renderPng(0.8, 192))
writeFileSync(inRoot('public', 'icon-512.png'), await renderPng(0.8, 512))
writeFileSync(inRoot('public', 'icon-maskable-512.png'), await renderPng(0.62, 512))

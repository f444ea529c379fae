/**
 * Draws the placeholder pictures of the seed and writes them to `seed/images/`.
 *
 * Run: `node seed/placeholders.ts`. The same sources give the same bytes with the sharp version of the
 * lockfile, so the committed files can be compared with a fresh run.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { gallery } from './placeholders/gallery.ts'
import { pages } from './placeholders/pages.ts'

const folder = join(import.meta.dirname, 'images')
await mkdir(folder, { recursive: true })

let total = 0
for (const [name, draw] of Object.entries({ ...gallery, ...pages })) {
  const jpeg = await sharp(Buffer.from(draw()))
    .jpeg({ quality: 80, progressive: true, mozjpeg: true })
    .toBuffer()
  await writeFile(join(folder, `${name}.jpg`), jpeg)
  total += jpeg.length
}
console.log(`${Object.keys({ ...gallery, ...pages }).length} pictures, ${Math.round(total / 1024)} KiB`)

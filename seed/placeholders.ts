/**
 * Draws the one picture of the seed that is not a photograph, the map, and writes it to `seed/images/`.
 *
 * Run: `node seed/placeholders.ts`. The same source gives the same bytes with the sharp version of the lockfile.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { location } from './placeholders/location.ts'

const jpeg = await sharp(Buffer.from(location()))
  .jpeg({ quality: 80, progressive: true, mozjpeg: true })
  .toBuffer()
await writeFile(join(import.meta.dirname, 'images', 'location.jpg'), jpeg)
console.log(`location.jpg, ${Math.round(jpeg.length / 1024)} KiB`)

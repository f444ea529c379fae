/**
 * Draws the two placeholder clips of the seed and encodes them to `seed/files/`.
 *
 * Run: `node seed/clips.ts`, with `ffmpeg` on the PATH. Only needed when the drawings change: the clips
 * are committed, and neither the site nor its tests need ffmpeg.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { theDoor, theRoom, underTheLamp } from './placeholders/pages.ts'

const size = { width: 1280, height: 720 }
const framesPerSecond = 24
const seconds = 8

/** Eases from 0 to 1 while `second` runs from `from` to `to`. */
function ease(second: number, from: number, to: number): number {
  const share = Math.min(1, Math.max(0, (second - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

const viewBox = (x: number, y: number, width: number): string =>
  `viewBox="${x.toFixed(2)} ${y.toFixed(2)} ${width.toFixed(2)} ${((width * 9) / 16).toFixed(2)}"`

/** Cuts a 16:9 view out of a picture, `width` wide around a centre, in the picture's own pixels. */
function view(svg: string, centerX: number, centerY: number, width: number): string {
  return svg.replace(
    /width="\d+" height="\d+" viewBox="[^"]*"/,
    `width="${size.width}" height="${size.height}" ${viewBox(centerX - width / 2, centerY - (width * 9) / 32, width)}`,
  )
}

/** The promo: the record lamp comes on over two empty chairs, and the light keeps spreading. */
function promo(second: number): string {
  return view(
    underTheLamp(ease(second, 0.8, 2), (second * 0.5) % 1),
    1200,
    880,
    2400 - 160 * ease(second, 0, 8),
  )
}

/** The tour: the door opens, then the room itself, coming closer. */
function tour(second: number): string {
  if (second < 4) return view(theDoor(ease(second, 0.5, 3.2)), 1230, 810, 2320 - 500 * ease(second, 2, 4))
  return view(theRoom(), 1240, 840, 2200 - 420 * ease(second, 4, 8))
}

async function encode(name: string, scene: (second: number) => string): Promise<void> {
  const target = join(import.meta.dirname, 'files', `${name}.mp4`)
  const input = [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    '-s',
    `${size.width}x${size.height}`,
    '-r',
    `${framesPerSecond}`,
    '-i',
    '-',
  ]
  const output = [
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-crf',
    '27',
    '-tune',
    'animation',
    '-pix_fmt',
    'yuv420p',
    '-threads',
    '1',
  ]
  const plain = [
    '-fflags',
    '+bitexact',
    '-flags:v',
    '+bitexact',
    '-map_metadata',
    '-1',
    '-movflags',
    '+faststart',
  ]
  const ffmpeg = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...output, ...plain, target], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = once(ffmpeg, 'close')
  for (let index = 0; index < framesPerSecond * seconds; index++) {
    const pixels = await sharp(Buffer.from(scene(index / framesPerSecond)))
      .removeAlpha()
      .raw()
      .toBuffer()
    if (!ffmpeg.stdin.write(pixels)) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg could not encode ${name}.mp4 (exit code ${code}).`)
  console.log(`${name}.mp4, ${Math.round((await stat(target)).size / 1024)} KiB`)
}

await mkdir(join(import.meta.dirname, 'files'), { recursive: true })
await encode('promo', promo)
await encode('tour', tour)

import { HttpError } from '../../http/errors.ts'

export const FITS = ['clip', 'crop', 'fill', 'fillmax', 'max', 'scale', 'min'] as const
export type Fit = (typeof FITS)[number]
export const CROPS = [
  'top',
  'bottom',
  'left',
  'right',
  'center',
  'focalpoint',
  'entropy',
  'top,left',
  'top,right',
  'bottom,left',
  'bottom,right',
] as const
export type Crop = (typeof CROPS)[number]
export const FORMATS = ['jpg', 'png', 'webp', 'avif', 'gif', 'tif'] as const
export type Format = (typeof FORMATS)[number]

/** A picture's transformation, parsed and within bounds. */
export type Transform = {
  /** Target size, device pixels already applied. Pixels. */
  width?: number
  height?: number
  /** What a crop's size is kept within, device pixels already applied. Pixels. */
  least: { width?: number; height?: number }
  most: { width?: number; height?: number }
  rect?: { left: number; top: number; width: number; height: number }
  fit: Fit
  crop: Crop
  /** Focal point, 0 to 1. */
  focus: { x: number; y: number }
  /** Hex digits, 3, 4, 6 or 8. */
  background?: string
  /** 0 to 2000. */
  blur?: number
  /** 0 to 100. */
  sharpen?: number
  /** -100 to 100. */
  saturation?: number
  invert: boolean
  flip: { horizontally: boolean; vertically: boolean }
  /** Degrees, clockwise. */
  rotation: 0 | 90 | 180 | 270
  /** Pixels on each side. */
  pad?: number
  /** 1 to 100. */
  quality: number
  format: Format
  progressive: boolean
  /** Whether all pictures of an animation are wanted, not just the first. */
  animated: boolean
}

const MAX_SIDE = 8192

function numberIn(params: URLSearchParams, name: string, low: number, high: number): number | undefined {
  const text = params.get(name)
  if (text === null || text === '') return undefined
  const value = Number(text)
  if (!Number.isFinite(value) || value < low || value > high) {
    throw new HttpError(
      400,
      `Invalid value for parameter "${name}": expected a number from ${low} to ${high}`,
    )
  }
  return value
}

function oneOf<T extends string>(
  params: URLSearchParams,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const text = params.get(name)
  if (text === null || text === '') return undefined
  const found = allowed.find((value) => value === text)
  if (found === undefined) {
    throw new HttpError(400, `Invalid value for parameter "${name}": expected one of ${allowed.join(', ')}`)
  }
  return found
}

function rectOf(params: URLSearchParams): Transform['rect'] {
  const text = params.get('rect')
  if (!text) return undefined
  const numbers = text.split(',').map(Number)
  const [left = 0, top = 0, width = 0, height = 0] = numbers
  if (numbers.length !== 4 || numbers.some((n) => !Number.isFinite(n)) || width < 1 || height < 1) {
    throw new HttpError(400, 'Invalid value for parameter "rect": expected left,top,width,height in pixels')
  }
  return {
    left: Math.round(left),
    top: Math.round(top),
    width: Math.round(width),
    height: Math.round(height),
  }
}

function backgroundOf(params: URLSearchParams): string | undefined {
  const text = params.get('bg')?.replace(/^#/, '')
  if (!text) return undefined
  if (!/^([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) {
    throw new HttpError(400, 'Invalid value for parameter "bg": expected 3, 4, 6 or 8 hexadecimal digits')
  }
  return text.toLowerCase()
}

/** A picture as it was uploaded. */
export type Original = { format: Format; animated: boolean }

const ANIMATED: readonly Format[] = ['gif', 'webp']

/** The format to answer with: the one asked for, else with `auto=format` the best the browser takes. */
function formatOf(params: URLSearchParams, { format: original, animated }: Original, accept: string): Format {
  const asked = oneOf(params, 'fm', [...FORMATS, 'pjpg', 'tiff'])
  if (asked === 'pjpg') return 'jpg'
  if (asked === 'tiff') return 'tif'
  if (asked) return asked
  if (params.get('auto') !== 'format') return original
  // There is no encoder of moving AVIF pictures here.
  if (accept.includes('image/avif') && !animated) return 'avif'
  return accept.includes('image/webp') ? 'webp' : original
}

function scaled(side: number | undefined, ratio: number): number | undefined {
  return side === undefined ? undefined : Math.min(MAX_SIDE, Math.max(1, Math.round(side * ratio)))
}

/** `min-w` and `min-h`, or `max-w` and `max-h`. */
function limitsOf(params: URLSearchParams, kind: 'min' | 'max', ratio: number): Transform['least'] {
  return {
    ...optional('width', scaled(numberIn(params, `${kind}-w`, 1, MAX_SIDE), ratio)),
    ...optional('height', scaled(numberIn(params, `${kind}-h`, 1, MAX_SIDE), ratio)),
  }
}

/** What is left of `value` when it is not undefined, under `key`. */
function optional<K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } {
  const result: { [P in K]?: T } = {}
  if (value !== undefined) result[key] = value
  return result
}

/**
 * Reads the parameters of https://www.sanity.io/docs/image-urls, ignoring those it doesn't know. `original` is the
 * picture itself, `accept` the request's Accept header. Throws a 400 HttpError on a value out of bounds.
 */
export function parseTransform(params: URLSearchParams, original: Original, accept: string): Transform {
  // Only 1 is a frame that can be asked for (https://www.sanity.io/docs/image-urls).
  const still = !original.animated || numberIn(params, 'frame', 1, 1) === 1
  const format = formatOf(params, { ...original, animated: !still }, accept)
  const ratio = numberIn(params, 'dpr', 1, 3) ?? 1
  const rotation = oneOf(params, 'or', ['0', '90', '180', '270']) ?? '0'
  const flip = oneOf(params, 'flip', ['h', 'v', 'hv', 'vh']) ?? ''
  return {
    ...optional('width', scaled(numberIn(params, 'w', 1, MAX_SIDE), ratio)),
    ...optional('height', scaled(numberIn(params, 'h', 1, MAX_SIDE), ratio)),
    least: limitsOf(params, 'min', ratio),
    most: limitsOf(params, 'max', ratio),
    ...optional('rect', rectOf(params)),
    fit: oneOf(params, 'fit', FITS) ?? 'clip',
    crop:
      oneOf(params, 'crop', CROPS) ?? (params.has('fp-x') || params.has('fp-y') ? 'focalpoint' : 'center'),
    focus: { x: numberIn(params, 'fp-x', 0, 1) ?? 0.5, y: numberIn(params, 'fp-y', 0, 1) ?? 0.5 },
    ...optional('background', backgroundOf(params)),
    ...optional('blur', numberIn(params, 'blur', 0, 2000)),
    ...optional('sharpen', numberIn(params, 'sharp', 0, 100)),
    ...optional('saturation', numberIn(params, 'sat', -100, 100)),
    invert: params.get('invert') === 'true',
    flip: { horizontally: flip.includes('h'), vertically: flip.includes('v') },
    rotation: rotation === '90' ? 90 : rotation === '180' ? 180 : rotation === '270' ? 270 : 0,
    ...optional('pad', numberIn(params, 'pad', 0, 1000)),
    quality: Math.max(1, Math.round(numberIn(params, 'q', 0, 100) ?? 75)),
    format,
    progressive: params.get('fm') === 'pjpg',
    animated: !still && ANIMATED.includes(format),
  }
}

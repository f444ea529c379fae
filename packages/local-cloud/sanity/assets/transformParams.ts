import { HttpError } from '../../http/errors.ts'

const fitModes = ['clip', 'crop', 'max'] as const
export const formats = ['jpg', 'png', 'webp', 'avif', 'gif', 'tif'] as const
export type Format = (typeof formats)[number]

export type Transform = {
  /** The target size in device pixels. */
  width: number | undefined
  height: number | undefined
  /** The part of the original to show, in pixels. */
  rect: { left: number; top: number; width: number; height: number } | undefined
  fit: (typeof fitModes)[number]
  /** 1 to 100. */
  quality: number
  format: Format
}

const maxSidePixels = 8192
const supportedParams = ['w', 'h', 'rect', 'fit', 'q', 'fm', 'auto', 'dpr', 'dl']

function invalidParameterError(name: string, expected: string): HttpError {
  return new HttpError(400, `Invalid value for parameter "${name}": expected ${expected}`)
}

function readNumber(
  params: URLSearchParams,
  name: string,
  minimum: number,
  maximum: number,
): number | undefined {
  const text = params.get(name)
  if (!text) return undefined
  const value = Number(text)
  if (!Number.isFinite(value) || value < minimum || value > maximum) {
    throw invalidParameterError(name, `a number from ${minimum} to ${maximum}`)
  }
  return value
}

function readOption<T extends string>(
  params: URLSearchParams,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const text = params.get(name)
  if (!text) return undefined
  const option = allowed.find((value) => value === text)
  if (option === undefined) throw invalidParameterError(name, `one of ${allowed.join(', ')}`)
  return option
}

function readRect(params: URLSearchParams): Transform['rect'] {
  const text = params.get('rect')
  if (!text) return undefined
  const numbers = text.split(',').map(Number)
  const [left = 0, top = 0, width = 0, height = 0] = numbers.map(Math.round)
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || width < 1 || height < 1) {
    throw invalidParameterError('rect', 'left,top,width,height in pixels')
  }
  return { left, top, width, height }
}

/** Chooses `fm` if given; with `auto=format`, AVIF or WebP if the browser accepts it; else the original's format. */
function chooseFormat(params: URLSearchParams, originalFormat: Format, acceptHeader: string): Format {
  const requested = readOption(params, 'fm', formats)
  if (requested) return requested
  if (params.get('auto') !== 'format') return originalFormat
  if (acceptHeader.includes('image/avif')) return 'avif'
  return acceptHeader.includes('image/webp') ? 'webp' : originalFormat
}

/**
 * Parses the URL parameters (https://www.sanity.io/docs/image-urls) that the site and its Studio use.
 *
 * @param originalFormat - the format of the upload, or PNG for an SVG
 * @param acceptHeader - the request's Accept header
 * @throws HttpError 400 for an invalid value, 501 for an unsupported parameter
 */
export function parseTransform(
  params: URLSearchParams,
  originalFormat: Format,
  acceptHeader: string,
): Transform {
  const unsupported = [...params.keys()].find((name) => !supportedParams.includes(name))
  if (unsupported !== undefined)
    throw new HttpError(501, `The local cloud does not support the parameter "${unsupported}"`)
  const pixelRatio = readNumber(params, 'dpr', 1, 3) ?? 1
  const readSide = (name: string) => {
    const value = readNumber(params, name, 1, maxSidePixels)
    return value && Math.min(maxSidePixels, Math.max(1, Math.round(value * pixelRatio)))
  }
  return {
    width: readSide('w'),
    height: readSide('h'),
    rect: readRect(params),
    fit: readOption(params, 'fit', fitModes) ?? 'clip',
    quality: Math.max(1, Math.round(readNumber(params, 'q', 0, 100) ?? 75)),
    format: chooseFormat(params, originalFormat, acceptHeader),
  }
}

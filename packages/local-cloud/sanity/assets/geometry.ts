import type { Transform } from './transformParams.ts'

export type Size = { width: number; height: number }
export type Area = Size & { left: number; top: number }

/** What to cut out of the picture, what to scale that to, and what to set it on. Whole pixels. */
export type Plan = { cut: Area; scale: Size; canvas: Size }

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

function rounded({ width, height }: Size): Size {
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
}

function fullCut(source: Size, rect: Transform['rect']): Area {
  if (!rect) return { left: 0, top: 0, ...source }
  const left = clamp(rect.left, 0, source.width - 1)
  const top = clamp(rect.top, 0, source.height - 1)
  return {
    left,
    top,
    width: clamp(rect.left + rect.width - left, 1, source.width - left),
    height: clamp(rect.top + rect.height - top, 1, source.height - top),
  }
}

/** Where the kept part's middle should be, as shares of the picture. */
function anchor({ crop, focus }: Transform): { x: number; y: number } {
  if (crop === 'focalpoint') return focus
  return {
    x: crop.includes('left') ? 0 : crop.includes('right') ? 1 : 0.5,
    y: crop.includes('top') ? 0 : crop.includes('bottom') ? 1 : 0.5,
  }
}

/** The largest part of `area` with the target's aspect ratio, as near to the anchor as it gets. */
function cropTo(area: Area, target: Size, { x, y }: { x: number; y: number }): Area {
  const ratio = Math.min(area.width / target.width, area.height / target.height)
  const { width, height } = rounded({ width: target.width * ratio, height: target.height * ratio })
  const kept = { width: Math.min(width, area.width), height: Math.min(height, area.height) }
  return {
    ...kept,
    left: area.left + Math.round(clamp(area.width * x - kept.width / 2, 0, area.width - kept.width)),
    top: area.top + Math.round(clamp(area.height * y - kept.height / 2, 0, area.height - kept.height)),
  }
}

/** The size a crop is for: what is asked for, the rest by the picture's own shape, all within its limits. */
function cropBox(cut: Size, { width, height, least, most }: Transform): Size {
  const within = (value: number, low = 1, high = Number.MAX_SAFE_INTEGER) =>
    clamp(value, low, Math.max(low, high))
  return {
    width: within(
      width ?? (height === undefined ? cut.width : (cut.width * height) / cut.height),
      least.width,
      most.width,
    ),
    height: within(
      height ?? (width === undefined ? cut.height : (cut.height * width) / cut.width),
      least.height,
      most.height,
    ),
  }
}

function hasLimits({ least, most }: Transform): boolean {
  return Object.keys(least).length > 0 || Object.keys(most).length > 0
}

/**
 * Turns a transformation into sizes, after the `fit` modes of https://www.sanity.io/docs/image-urls. `source` is
 * the picture's size as shown.
 */
export function planTransform(source: Size, transform: Transform): Plan {
  const cut = fullCut(source, transform.rect)
  const { width, height, fit } = transform
  // Limits only work with crops (https://www.sanity.io/docs/image-urls).
  const isLimited = fit === 'crop' && hasLimits(transform)
  if (width === undefined && height === undefined && !isLimited)
    return { cut, scale: rounded(cut), canvas: rounded(cut) }
  const box = cropBox(cut, isLimited ? transform : { ...transform, least: {}, most: {} })
  const inside = Math.min(box.width / cut.width, box.height / cut.height)
  const by = (factor: number) => rounded({ width: cut.width * factor, height: cut.height * factor })
  switch (fit) {
    case 'clip':
      return { cut, scale: by(inside), canvas: by(inside) }
    case 'max': {
      const scale = by(Math.min(1, inside))
      return { cut, scale, canvas: scale }
    }
    case 'fill':
      return { cut, scale: by(inside), canvas: rounded(box) }
    case 'fillmax':
      return { cut, scale: by(Math.min(1, inside)), canvas: rounded(box) }
    case 'scale':
      return { cut, scale: rounded(box), canvas: rounded(box) }
    case 'crop':
    case 'min': {
      const shrink = fit === 'min' ? Math.min(1, cut.width / box.width, cut.height / box.height) : 1
      const target = rounded({ width: box.width * shrink, height: box.height * shrink })
      return { cut: cropTo(cut, target, anchor(transform)), scale: target, canvas: target }
    }
  }
}

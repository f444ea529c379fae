import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import type { CloudEnvironment } from './context.ts'

/** The name in an address changes with the bytes, so what it stands for never does. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

type Face = {
  family: string
  weights: string
  /** A face of the system, brought to the same width and height of line, so that nothing moves when this one comes. */
  stand: string
  path: string
  bytes: Buffer<ArrayBuffer>
}

function face(file: string, family: string, weights: string, stand: string): Face {
  const bytes = readFileSync(new URL(`../fonts/${file}.woff2`, import.meta.url))
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return { family, weights, stand, bytes, path: `/_fonts/${file}.${version}.woff2` }
}

// The proportions of the stand-ins are measured: ascent, descent and mean width of both faces against each other.
const FACES = [
  face(
    'besley',
    'Besley',
    '400 600',
    "local('Times New Roman'); ascent-override: 101.05%; descent-override: 34.36%; line-gap-override: 0%; size-adjust: 123.71%",
  ),
  face(
    'public-sans',
    'Public Sans',
    '400 700',
    "local('Arial'); ascent-override: 90.07%; descent-override: 21.33%; line-gap-override: 0%; size-adjust: 105.47%",
  ),
]

/** The rules that make the faces known, each with its stand-in until it is there: `<family>` and `<family> Fallback`. */
export const FONT_FACES = FACES.map(
  ({ family, weights, stand, path }) =>
    `@font-face { font-family: '${family}'; font-weight: ${weights}; font-display: swap; src: url(${path}) format('woff2') }
@font-face { font-family: '${family} Fallback'; src: ${stand} }
`,
).join('')

/** Asks for the faces before the style is read. HTML for a page's head. */
export const FONT_PRELOADS = FACES.map(
  ({ path }) => `<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>`,
).join('')

/** Serves the faces. Every port that shows pages has them, since the pages' policy lets them load from nowhere else. */
export function fontRoutes(): Hono<CloudEnvironment> {
  const routes = new Hono<CloudEnvironment>()
  for (const { path, bytes } of FACES) {
    routes.get(path, (c) => c.body(bytes, 200, { 'content-type': 'font/woff2', 'cache-control': IMMUTABLE }))
  }
  return routes
}

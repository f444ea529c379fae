import { preload } from 'react-dom'

/** Next writes the path of the built file here, with its hash. */
const { pathname } = new URL('./public-sans.woff2', import.meta.url)

/**
 * Preloads the text face, for pages whose words are seen beside the header's: their face is optional, and would lose the
 * race against the first paint. Other pages paint their headline first.
 */
export function preloadText(): void {
  preload(pathname, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
}

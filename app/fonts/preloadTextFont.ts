import { preload } from 'react-dom'

/** Next replaces this with the path of the built file. */
const { pathname } = new URL('./public-sans.woff2', import.meta.url)

/**
 * Preloads the text font, for pages whose first screen shows body text. The font is `optional`, so without a preload it
 * would load too late for the first paint. Other pages paint their headline first.
 */
export function preloadTextFont(): void {
  preload(pathname, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
}

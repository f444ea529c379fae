import { log } from '../lib/log.ts'

/**
 * The tags, in React's Flight format, of rows that state their length in bytes instead of ending with a line break
 * (`processBinaryChunk` of react-server-dom).
 */
const rowsWithLength = 'TAOobUSsLlGgMmV'

/** The fields of a static page's root (Next's `InitialRSCPayload`), of which only `c` and `q` contain the URL. */
const rootFields = 'PbcqitmGSrsualpd'

/** An inline script in which Next writes a part of the flight data as a JSON string. */
const flightScriptPattern = /<script>self\.__next_f\.push\(\[1,("(?:[^"\\]|\\.)*")\]\)<\/script>/g

/** The characters that Next also escapes; most could end a script element or a line of JavaScript. */
const unsafeCharacters = /[&<>\u2028\u2029]/g

/** The parts of a page that contain the URL of the request. */
type RenderedPage = {
  html: string
  rscData?: Buffer | undefined
  segmentData?: Map<string, Buffer> | undefined
}

/** An inline script that runs: neither a file nor a data block. */
const inlineScriptPattern = /<script(?![^>]*\s(?:src|type)=)[^>]*>[\s\S]*?<\/script>/g

/**
 * Removes the URL of the request from a rendered page. Next writes the path and the query of the request that triggered a
 * render into the root of the flight data (`c` and `q` of `InitialRSCPayload`), and stores both for every later visitor.
 * Afterwards the page has the same URL as after the build: its path, without a query. The browser uses its own URL.
 *
 * The flight data in the HTML becomes one script, so that the content security policy has one hash instead of forty.
 *
 * @param page - changed in place. When its flight data is not as expected, perhaps after a Next update, inline scripts
 * and flight data are removed, since Next also sends the page to visitors who wait for the render. The text remains.
 * @returns whether the page may be stored
 */
export function removeRequestUrl(page: RenderedPage, path: string): boolean {
  try {
    replaceUrls(page, path)
    return true
  } catch (error) {
    log.error('content', `page cache: removing the request URL failed; ${path} is not stored`, error)
    page.html = page.html.replace(inlineScriptPattern, '')
    if (page.rscData) page.rscData = Buffer.alloc(0)
    page.segmentData?.clear()
    return false
  }
}

function replaceUrls(page: RenderedPage, path: string): void {
  const scripts = [...page.html.matchAll(flightScriptPattern)]
  const flight = scripts.map(([, text = '""']) => String(JSON.parse(text))).join('')
  const replacements = [createFlightScript(replaceUrl(Buffer.from(flight), path).toString())]
  if (page.rscData) page.rscData = replaceUrl(page.rscData, path)
  for (const [segment, data] of page.segmentData ?? []) {
    if (hasUrl(parseRoot(data).root)) page.segmentData?.set(segment, replaceUrl(data, path))
  }
  // The first script gets all flight data.
  page.html = page.html.replace(flightScriptPattern, () => replacements.pop() ?? '')
}

function createFlightScript(flight: string): string {
  const text = JSON.stringify(flight).replace(
    unsafeCharacters,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script>self.__next_f.push([1,${text}])</script>`
}

/** Returns flight data with the URL in its root replaced. */
function replaceUrl(flight: Buffer, path: string): Buffer {
  const { root, start, end } = parseRoot(flight)
  if (!hasUrl(root) || Object.keys(root).some((field) => !rootFields.includes(field)))
    throw new Error('The root of the flight data has an unexpected format')
  if (!Array.isArray(root.c) || ![...root.c, root.q].every(isPlainString))
    throw new Error('The flight data has the URL in a row of its own')
  const json = JSON.stringify({ ...root, c: path.split('/'), q: '' })
  return Buffer.concat([flight.subarray(0, start), Buffer.from(json), flight.subarray(end)])
}

/** Whether a root has the URL. Only one prefetch segment has it: the one with the whole page (`/_full`). */
const hasUrl = (root: unknown): root is { c: unknown; q: unknown } =>
  typeof root === 'object' && root !== null && 'c' in root && 'q' in root

/** Whether a value is a literal string. React writes a reference to a row as `$…`, and a literal `$…` as `$$…`. */
const isPlainString = (value: unknown) => typeof value === 'string' && !/^\$(?!\$)/.test(value)

/** Parses the root (row 0), and finds the bytes of its JSON. Skips {@link rowsWithLength}. */
function parseRoot(flight: Buffer): { root: unknown; start: number; end: number } {
  let offset = 0
  while (offset < flight.length) {
    const colon = flight.indexOf(':', offset)
    if (colon < 0) break
    const tag = String.fromCharCode(flight[colon + 1] ?? 0)
    if (rowsWithLength.includes(tag)) {
      const comma = flight.indexOf(',', colon)
      offset = comma + 1 + Number.parseInt(flight.toString('latin1', colon + 2, comma), 16)
      if (comma < 0 || Number.isNaN(offset)) break
      continue
    }
    const lineBreak = flight.indexOf('\n', colon)
    const end = lineBreak < 0 ? flight.length : lineBreak
    if (flight.toString('latin1', offset, colon) === '0')
      return { root: JSON.parse(flight.toString('utf8', colon + 1, end)), start: colon + 1, end }
    offset = end + 1
  }
  throw new Error('The flight data has no root')
}

/** The levels of the headings of a page, in their order. */
export function headingLevels(html: string): number[] {
  return [...html.matchAll(/<h([1-6])\b/g)].map((match) => Number(match[1]))
}

/** The script of React's own that keeps forms which are submitted before the page's script has come. */
export const formReplayScript = /<script>addEventListener\("submit",[^<]*reactFormReplay[^<]*<\/script>$/

/** The text for a reader, with entities resolved and spaces folded. */
export function getText(html: string): string {
  return decode(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .replace(/ ([,/.])/g, '$1')
    .trim()
}

/** The values of an attribute, in their order. */
export function attributes(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map((match) => decode(match[1] ?? ''))
}

/** Elements without any content, which would leave holes. */
export function emptyElements(html: string): string[] {
  return [...html.matchAll(/<(h[1-6]|p|ul|ol|li|dl|figure|figcaption|a|nav|section)\b[^>]*>\s*<\/\1>/g)].map(
    (match) => match[0],
  )
}

function decode(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

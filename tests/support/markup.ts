/** Returns the levels of a page's headings, in order. */
export function listHeadingLevels(html: string): number[] {
  return [...html.matchAll(/<h([1-6])\b/g)].map((match) => Number(match[1]))
}

/** Matches React's inline script that stores form submissions until hydration, at the end of a page's markup. */
export const formReplayScript = /<script>addEventListener\("submit",[^<]*reactFormReplay[^<]*<\/script>$/

/** Returns the text outside of tags, with decoded entities, collapsed spaces, and none before `,`, `/` and `.`. */
export function getText(html: string): string {
  return decode(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .replace(/ ([,/.])/g, '$1')
    .trim()
}

/** Returns the values of an attribute, in order. */
export function listAttributeValues(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map((match) => decode(match[1] ?? ''))
}

/** Finds empty elements, which would leave gaps in the layout. */
export function findEmptyElements(html: string): string[] {
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

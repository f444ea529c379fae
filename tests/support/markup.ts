const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

/** Decodes the entities that React writes. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(/&([\w#]+);/g, (whole, name) => entities[name] ?? whole)

/** Returns the levels of a page's headings, in order. */
export function listHeadingLevels(html: string): number[] {
  return [...html.matchAll(/<h([1-6])\b/g)].map((match) => Number(match[1]))
}

/** Matches, at the end of a page's markup, React's inline script that stores form submissions until hydration. */
export const formReplayScript = /<script>addEventListener\("submit",[^<]*reactFormReplay[^<]*<\/script>$/

/** Returns the text outside of tags, with decoded entities, collapsed spaces, and no space before `,`, `/` and `.`. */
export function getText(html: string): string {
  return decodeEntities(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .replace(/ ([,/.])/g, '$1')
    .trim()
}

/** Returns the values of an attribute, in order. */
export function listAttributeValues(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map((match) =>
    decodeEntities(match[1] ?? ''),
  )
}

/** Finds empty elements, which would leave gaps in the layout. */
export function findEmptyElements(html: string): string[] {
  return [...html.matchAll(/<(h[1-6]|p|ul|ol|li|dl|figure|figcaption|a|nav|section)\b[^>]*>\s*<\/\1>/g)].map(
    (match) => match[0],
  )
}

/** Parses the attributes that have a value, for each element with this tag, in order. Keys are lowercase. */
export function getAttributes(html: string, tag: string): Record<string, string | undefined>[] {
  return [...html.matchAll(new RegExp(`<${tag}(\\s[^>]*)?>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name.toLowerCase(),
        decodeEntities(value),
      ]),
    ),
  )
}

/** Returns the text of each element that has this tag and contains only text. */
export function getTexts(html: string, tag: string): string[] {
  return [...html.matchAll(new RegExp(`<${tag}(?:\\s[^>]*)?>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) =>
    decodeEntities(text),
  )
}

/** Returns the content of each `<meta>` with this `name` or `property`. */
export function getMeta(html: string, name: string): string[] {
  return getAttributes(html, 'meta')
    .filter((meta) => meta.name === name || meta.property === name)
    .map(({ content = '' }) => content)
}

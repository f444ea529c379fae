const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

const decode = (text: string) => text.replaceAll(/&([\w#]+);/g, (whole, name) => entities[name] ?? whole)

/** Parses the attributes with a value of all elements of a tag in a page's HTML, in order, by lower-case name. */
export function getAttributes(html: string, tag: string): Record<string, string | undefined>[] {
  return [...html.matchAll(new RegExp(`<${tag}(\\s[^>]*)?>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name.toLowerCase(),
        decode(value),
      ]),
    ),
  )
}

/** Returns the text of all elements of a tag that contain only text. */
export function getTexts(html: string, tag: string): string[] {
  return [...html.matchAll(new RegExp(`<${tag}(?:\\s[^>]*)?>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) =>
    decode(text),
  )
}

/** Returns the content of each `<meta>` with this `name` or `property`. */
export function getMeta(html: string, name: string): string[] {
  return getAttributes(html, 'meta')
    .filter((meta) => meta.name === name || meta.property === name)
    .map(({ content = '' }) => content)
}

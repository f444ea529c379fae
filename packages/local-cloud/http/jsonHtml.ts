import { escapeHtml } from './html.ts'

/** Returns the URL that a string of an object links to, or undefined. */
export type LinkOf = (text: string) => string | undefined

function textHtml(text: string, linkOf: LinkOf): string {
  const shown = escapeHtml(JSON.stringify(text))
  const href = linkOf(text)
  return href === undefined ? shown : `<a href="${escapeHtml(href)}">${shown}</a>`
}

function valueHtml(value: unknown, linkOf: LinkOf, indent: string): string {
  if (typeof value === 'string') return textHtml(value, linkOf)
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((item) => `${inner}${valueHtml(item, linkOf, inner)}`)
    : Object.entries(value).map(([key, item]) => {
        const name = `<span class="key">${escapeHtml(JSON.stringify(key))}</span>`
        return `${inner}${name}: ${valueHtml(item, linkOf, inner)}`
      })
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

/** A value as indented JSON in HTML, with links. */
export function jsonHtml(value: unknown, linkOf: LinkOf = () => undefined): string {
  return `<pre class="json" dir="ltr">${valueHtml(JSON.parse(JSON.stringify(value)), linkOf, '')}</pre>`
}

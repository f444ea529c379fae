import { escapeHtml } from './html.ts'

/** Words of values up to this length are not broken; longer ones are ids and the like. Characters. */
export const SHORT = 26

/** A part of an address, up to the marks behind it. */
export const ADDRESS_PART = /[^@.+_-]+[@.+_-]*|[@.+_-]+/g

/** An address (text) that breaks after its marks when it is long; inside of a part only when that is long, too. */
export function addressHtml(text: string): string {
  const parts = text.length <= SHORT ? [text] : (text.match(ADDRESS_PART) ?? [])
  return parts
    .map((part) => `<span${part.length <= SHORT ? ' class="short"' : ''}>${escapeHtml(part)}</span>`)
    .join('<wbr>')
}

/**
 * A table that becomes a list of rows where the window is narrow, each value behind its column's name, so that none is
 * wider than its place. `label` and `columns` are text, cells are HTML.
 */
export function rowTable(options: {
  label: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}): string {
  const { columns, rows } = options
  const heads = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('')
  const body = rows.map((row) => {
    const cells = row.map((cell, index) => {
      const isShort = cell.replace(/<[^>]*>/g, '').length <= SHORT
      return `<td data-label="${escapeHtml(columns[index] ?? '')}"${isShort ? ' class="short"' : ''}>${cell}</td>`
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return `<table class="rows" aria-label="${escapeHtml(options.label)}"><thead><tr>${heads}</tr></thead>
    <tbody>${body.join('')}</tbody></table>`
}

/** A table of facts: names (text) with their values (HTML). Facts without a value are left out. */
export function factTable(label: string, facts: Record<string, string | undefined>): string {
  const rows = Object.entries(facts)
    .filter(([, value]) => value)
    .map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${value}</td></tr>`)
  return `<table class="facts" aria-label="${escapeHtml(label)}"><tbody>${rows.join('')}</tbody></table>`
}

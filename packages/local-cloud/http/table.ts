import { escapeHtml } from './html.ts'

/** In a wide window, cells of up to this many characters do not break within words. Longer cells, such as ids, do. */
export const SHORT_CELL_LENGTH = 26

/**
 * A table that becomes a list in a narrow window, where each cell shows its column's name. `label` and `columns` are
 * text, cells are HTML.
 */
export function rowTable(options: {
  label: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}): string {
  const { columns, rows } = options
  const headerCells = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('')
  const body = rows.map((row) => {
    const cells = row.map((cell, index) => {
      const isShort = cell.replace(/<[^>]*>/g, '').length <= SHORT_CELL_LENGTH
      return `<td data-label="${escapeHtml(columns[index] ?? '')}"${isShort ? ' class="short"' : ''}>${cell}</td>`
    })
    return `<tr>${cells.join('')}</tr>`
  })
  return `<table class="rows" aria-label="${escapeHtml(options.label)}"><thead><tr>${headerCells}</tr></thead>
    <tbody>${body.join('')}</tbody></table>`
}

/** A table of names (text) and their values (HTML). Omits names without a value. */
export function factTable(label: string, facts: Record<string, string | undefined>): string {
  const rows = Object.entries(facts)
    .filter(([, value]) => value)
    .map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${value}</td></tr>`)
  return `<table class="facts" aria-label="${escapeHtml(label)}"><tbody>${rows.join('')}</tbody></table>`
}

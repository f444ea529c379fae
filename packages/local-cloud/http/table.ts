import { escapeHtml } from './html.ts'

/** Renders a table. `label` and `columns` are plain text; cells are HTML. */
export function rowTable(options: {
  label: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}): string {
  const headerCells = options.columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`)
  const rows = options.rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  return `<table aria-label="${escapeHtml(options.label)}"><thead><tr>${headerCells.join('')}</tr></thead>
    <tbody>${rows.join('')}</tbody></table>`
}

/** Renders a table of names (plain text) and values (HTML). Omits names without a value. */
export function factTable(label: string, facts: Record<string, string | undefined>): string {
  const rows = Object.entries(facts)
    .filter(([, value]) => value)
    .map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${value}</td></tr>`)
  return `<table aria-label="${escapeHtml(label)}"><tbody>${rows.join('')}</tbody></table>`
}

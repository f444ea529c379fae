/** A table of Portable Text, as Sanity's editor stores it. */
export type Table = { _type: 'table'; _key: string; headerRows: number; rows: object[] }

/** The most columns or rows that a pasted cell may span. */
const maxSpan = 50

/** Whether a table of a pasted document has data; programs also arrange pages and emails with tables. */
export function isDataTable(table: HTMLTableElement): boolean {
  const isNested = table.querySelector('table') !== null || table.parentElement?.closest('table') != null
  return (
    !isNested &&
    table.rows.length > 1 &&
    [...table.rows].every(({ cells }) => cells.length > 0) &&
    [...table.rows].some(({ cells }) => cells.length > 1)
  )
}

/**
 * Converts a table of a pasted document. A cell that spans several columns or rows is followed by empty cells, so that every
 * text stays in its column.
 *
 * @param convert - converts the HTML of a cell to blocks
 */
export function readTable(table: HTMLTableElement, convert: (html: string) => object[]): Table {
  const rows = [...table.rows]
  const grid = rows.map((): (object[] | undefined)[] => [])
  for (const [rowIndex, row] of rows.entries()) {
    for (const cell of row.cells) {
      const column = findFreeColumn(grid[rowIndex] ?? [])
      for (const spannedRow of grid.slice(rowIndex, rowIndex + Math.min(cell.rowSpan || 1, maxSpan)))
        for (let offset = 0; offset < Math.min(cell.colSpan, maxSpan); offset += 1)
          spannedRow[column + offset] =
            spannedRow === grid[rowIndex] && offset === 0 ? convert(cell.innerHTML) : []
    }
  }
  const width = Math.max(...grid.map((cells) => cells.length))
  const isHeader =
    rows[0]?.parentElement?.tagName === 'THEAD' ||
    [...(rows[0]?.cells ?? [])].every(({ tagName }) => tagName === 'TH')
  return {
    _type: 'table',
    _key: crypto.randomUUID(),
    headerRows: isHeader ? 1 : 0,
    rows: grid.map((cells) => ({
      _type: 'row',
      _key: crypto.randomUUID(),
      cells: Array.from({ length: width }, (_, column) => createCell(cells[column] ?? [])),
    })),
  }
}

function findFreeColumn(cells: readonly unknown[]): number {
  const column = Array.from(cells, (cell) => cell === undefined).indexOf(true)
  return column === -1 ? cells.length : column
}

/** Creates a cell, whose paragraphs have neither headings nor lists. The editor requires at least one paragraph. */
function createCell(blocks: readonly object[]) {
  const paragraphs = blocks.map((block) => ({
    ...block,
    style: 'normal',
    listItem: undefined,
    level: undefined,
  }))
  const span = { _type: 'span', _key: crypto.randomUUID(), text: '', marks: [] }
  const emptyParagraph = {
    _type: 'block',
    _key: crypto.randomUUID(),
    style: 'normal',
    markDefs: [],
    children: [span],
  }
  return {
    _type: 'cell',
    _key: crypto.randomUUID(),
    value: paragraphs.length > 0 ? paragraphs : [emptyParagraph],
  }
}

import { defaultSchema, htmlToPortableText } from '@portabletext/html'
import { createTableRule } from '@portabletext/html/rules'

/** The maximum number of columns or rows that a pasted cell may span. */
const maxSpan = 50

/** Whether a pasted table contains data. Programs also use tables to lay out pages and emails. */
function isDataTable(table: HTMLTableElement): boolean {
  const isNested = table.querySelector('table') !== null || table.parentElement?.closest('table') != null
  return (
    !isNested &&
    table.rows.length > 1 &&
    [...table.rows].every(({ cells }) => cells.length > 0) &&
    [...table.rows].some(({ cells }) => cells.length > 1)
  )
}

/** Adds empty cells where a cell spans columns or rows, so that the other cells stay in their columns. */
function expandSpans(table: HTMLTableElement): void {
  for (const [rowIndex, row] of [...table.rows].entries())
    for (const cell of row.cells) {
      const [column, width] = [cell.cellIndex, Math.min(cell.colSpan, maxSpan)]
      const spannedRows = [...table.rows].slice(rowIndex, rowIndex + Math.min(cell.rowSpan, maxSpan))
      cell.removeAttribute('colspan')
      cell.removeAttribute('rowspan')
      for (const spannedRow of spannedRows)
        for (let offset = spannedRow === row ? 1 : 0; offset < width; offset += 1)
          spannedRow.insertBefore(
            table.ownerDocument.createElement(cell.tagName),
            spannedRow.cells[column + offset] ?? null,
          )
    }
}

const tableRule = createTableRule({ schema: defaultSchema })

/**
 * Converts HTML to Portable Text. Tables used only for layout become paragraphs.
 *
 * @param html - the source, which the converter uses to recognize the program that it was copied from
 * @param parsed - the parsed HTML; changed in place
 */
export function convertHtml(html: string, parsed = parseHtml(html)) {
  return htmlToPortableText(html, {
    parseHtml: () => parsed,
    rules: [
      {
        deserialize: (node, _, createBlock) => {
          if (!(node instanceof HTMLTableElement && isDataTable(node))) return undefined
          expandSpans(node)
          // Each cell is converted separately, since the rule loses links in cells (@portabletext/html 2.0.1).
          const convertCell = (cell: unknown) =>
            cell instanceof HTMLTableCellElement ? convertHtml(cell.innerHTML) : []
          return tableRule.deserialize(node, convertCell, createBlock)
        },
      },
    ],
  })
}

/** Parses HTML from the clipboard. Its scripts do not run, and its pictures are not loaded. */
export function parseHtml(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html')
}

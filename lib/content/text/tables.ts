import { isRecord } from './contentGuards'

const listRecords = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : [])

/**
 * Lists the cells of a table in Portable Text.
 *
 * @param block - a block from the CMS, of any shape
 * @returns for each row that has cells, the Portable Text of each cell; empty for any other block
 */
export function listTableRows(block: unknown): unknown[][] {
  if (!isRecord(block) || block._type !== 'table') return []
  return listRecords(block.rows)
    .map(({ cells }) => listRecords(cells).map(({ value }) => value))
    .filter((cells) => cells.length > 0)
}

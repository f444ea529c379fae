import { PortableText, type PortableTextComponents } from '@portabletext/react'
import type { TypedObject } from '@portabletext/types'
import { plainText } from '@/lib/content/text/plainText'

/** A sanitized table in rich text: the blocks of each cell, row by row. */
export type TableValue = TypedObject & { headerRows: number; rows: TypedObject[][][] }

type TextTableProps = { value: TableValue; components: Partial<PortableTextComponents> }

/** Renders a table in rich text. A table wider than the text column scrolls horizontally, including by keyboard. */
export function TextTable({ value: { headerRows, rows }, components }: TextTableProps) {
  const renderRow = (row: TypedObject[][], position: number) => {
    const Cell = position < headerRows ? 'th' : 'td'
    return (
      <tr key={position}>
        {row.map((cell, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a static table has no other keys that are sure to be unique
          <Cell key={column} scope={Cell === 'th' ? 'col' : undefined} dir="auto">
            <PortableText value={cell} components={components} onMissingComponent={false} />
          </Cell>
        ))}
      </tr>
    )
  }
  const label = (rows[0] ?? []).map(plainText).filter(Boolean).join(', ')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise keyboard users cannot scroll the table
    <section className="text-table" aria-label={label} tabIndex={0}>
      <table>
        {headerRows > 0 && <thead>{rows.slice(0, headerRows).map(renderRow)}</thead>}
        <tbody>{rows.slice(headerRows).map((row, index) => renderRow(row, headerRows + index))}</tbody>
      </table>
    </section>
  )
}

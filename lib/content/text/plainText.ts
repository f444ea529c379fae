import { isRecord } from './contentGuards'
import { listTableRows } from './tables'

/** Extracts the visible text of a Portable Text value: one line for each block or table row that has text. */
export function plainText(value: unknown): string {
  if (!Array.isArray(value)) return ''
  const lines = value.flatMap((block: unknown) =>
    isRecord(block) && block._type === 'block' && Array.isArray(block.children)
      ? [block.children.map(getSpanText).join('').trim()]
      : listTableRows(block).map((cells) => cells.map(plainText).filter(Boolean).join(', ')),
  )
  return lines.filter((line) => line !== '').join('\n')
}

function getSpanText(span: unknown): string {
  return isRecord(span) && span._type === 'span' && typeof span.text === 'string' ? span.text : ''
}

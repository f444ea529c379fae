import { isRecord } from './contentGuards'

/** Extracts the visible text of a Portable Text value, with a line for each block that has text. */
export function plainText(value: unknown): string {
  if (!Array.isArray(value)) return ''
  const lines = value.map((block: unknown) =>
    isRecord(block) && block._type === 'block' && Array.isArray(block.children)
      ? block.children.map(getSpanText).join('').trim()
      : '',
  )
  return lines.filter((line) => line !== '').join('\n')
}

function getSpanText(span: unknown): string {
  return isRecord(span) && span._type === 'span' && typeof span.text === 'string' ? span.text : ''
}

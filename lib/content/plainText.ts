import { isRecord } from './contentGuards'

/**
 * The words of a Portable Text value, a line for each block. What shows nothing on a page has no words here.
 *
 * @param value - anything that the CMS has in the field
 */
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

import type { TypedObject } from '@portabletext/types'

/** How deep a list may be nested; what claims to be deeper is shown at this depth. */
const deepest = 4

/**
 * The blocks of a Portable Text value that can be shown, made safe for the library: it never returns from
 * a list level of 1e308, throws on marks that are not texts, and fills a skipped level with empty items.
 *
 * @param value - anything that the CMS has in the field
 * @returns blocks with at least one span that shows something
 */
export function textBlocksIn(value: unknown): TypedObject[] {
  if (!Array.isArray(value)) return []
  let hasSection = false
  let listLevel = 0
  return value.flatMap((block: unknown) => {
    if (!isRecord(block) || block._type !== 'block') return []
    const children = spansIn(block.children)
    if (children.length === 0) return []
    const isList = typeof block.listItem === 'string'
    listLevel = isList ? levelAfter(listLevel, block.level) : 0
    hasSection ||= block.style === 'h2'
    return [
      {
        _type: 'block',
        _key: keyOf(block),
        // A lesser heading that comes first would leave out a level.
        style: block.style === 'h3' && !hasSection ? 'h2' : block.style,
        ...(isList ? { listItem: block.listItem, level: listLevel } : {}),
        children,
        markDefs: Array.isArray(block.markDefs) ? block.markDefs.filter(isRecord) : [],
      },
    ]
  })
}

function spansIn(children: unknown): TypedObject[] {
  if (!Array.isArray(children)) return []
  const spans = children.flatMap((child: unknown) => {
    if (!isRecord(child) || child._type !== 'span' || typeof child.text !== 'string') return []
    const marks = Array.isArray(child.marks) ? child.marks.filter((mark) => typeof mark === 'string') : []
    return [{ _type: 'span', _key: keyOf(child), text: child.text, marks }]
  })
  return spans.some((span) => span.text.trim() !== '') ? spans : []
}

function keyOf(value: Record<string, unknown>): string | undefined {
  return typeof value._key === 'string' ? value._key : undefined
}

function levelAfter(previous: number, level: unknown): number {
  const wanted = typeof level === 'number' && level >= 1 ? Math.floor(level) : 1
  return Math.min(wanted, previous + 1, deepest)
}

/** Whether a value is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

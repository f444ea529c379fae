import type { ArrayOfObjectsInputProps } from 'sanity'
import { getProperty } from '@/lib/errorCode'

/** The sections with which a page asks for a decision, at its end. */
const closing: ReadonlySet<unknown> = new Set(['callToActionSection', 'closingOfferSection'])

/**
 * Where a section belongs that an editor adds to a page.
 *
 * @returns the key of the section that it stands above: the one that closes the page; undefined for the end of the page
 */
export function findInsertKey(
  section: unknown,
  sections: readonly unknown[] | undefined,
): string | undefined {
  const last = sections?.at(-1)
  if (closing.has(getProperty(section, '_type')) || !closing.has(getProperty(last, '_type'))) return undefined
  const key = getProperty(last, '_key')
  return typeof key === 'string' ? key : undefined
}

/** The sections of a page. A new one is added where it is wanted nearly always, and can be dragged elsewhere. */
export function SectionsInput(props: ArrayOfObjectsInputProps) {
  const { onInsert, onItemAppend, renderDefault, value } = props
  const append: typeof onItemAppend = (item) => {
    const _key = findInsertKey(item, value)
    if (_key === undefined) onItemAppend(item)
    else onInsert({ items: [item], position: 'before', referenceItem: { _key } })
  }
  return renderDefault({ ...props, onItemAppend: append })
}

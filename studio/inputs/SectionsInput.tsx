import type { ArrayOfObjectsInputProps } from 'sanity'
import { getProperty } from '@/lib/errorCode'

/** Section types that close a page. */
const closingTypes: ReadonlySet<unknown> = new Set(['callToActionSection', 'closingOfferSection'])

/**
 * Finds where to insert a new section.
 *
 * @returns the key of the closing section that will follow the new section; undefined to append the new section
 */
export function findInsertKey(
  section: unknown,
  sections: readonly unknown[] | undefined,
): string | undefined {
  const lastSection = sections?.at(-1)
  if (closingTypes.has(getProperty(section, '_type')) || !closingTypes.has(getProperty(lastSection, '_type')))
    return undefined
  const key = getProperty(lastSection, '_key')
  return typeof key === 'string' ? key : undefined
}

/** Edits the sections of a page. Adds a section at the end, or above the closing section, see {@link findInsertKey}. */
export function SectionsInput(props: ArrayOfObjectsInputProps) {
  const { onInsert, onItemAppend, renderDefault, value } = props
  const handleAppend: typeof onItemAppend = (item) => {
    const _key = findInsertKey(item, value)
    if (_key === undefined) onItemAppend(item)
    else onInsert({ items: [item], position: 'before', referenceItem: { _key } })
  }
  return renderDefault({ ...props, onItemAppend: handleAppend })
}

import { Select } from '@sanity/ui'
import { useMemo } from 'react'
import { type StringInputProps, set, unset, useFormValue, useSchema } from 'sanity'
import { findPage } from '@/lib/pages'
import type { Fields } from '@/studio/checks/walk'
import { type Query, useQuery } from '../useQuery'

/** Selects a section of a link's target page. Stores the section's link name. */
export function SectionInput({ value, path, onChange, elementProps, readOnly }: StringInputProps) {
  const schema = useSchema()
  const page = useFormValue([...path.slice(0, -1), 'page'])
  const namedSectionsQuery = useMemo(
    (): Query => ({
      query:
        '*[_id == $id || (_type == "landingPage" && path == $page)][0].sections[defined(anchor)]{anchor, heading, _type}',
      params: { id: findPage(String(page))?.document ?? '', page: String(page) },
      perspective: 'drafts',
    }),
    [page],
  )
  const result = useQuery<Fields[] | null>(namedSectionsQuery)
  const sections = Array.isArray(result) ? result : []
  const isKnown = !value || sections.some(({ anchor }) => anchor === value)
  return (
    <Select
      {...elementProps}
      value={value ?? ''}
      readOnly={readOnly ?? false}
      onChange={({ currentTarget: { value: selected } }) => onChange(selected ? set(selected) : unset())}
    >
      <option value="">The top of the page</option>
      {sections.map(({ anchor, heading, _type }) => (
        <option key={String(anchor)} value={String(anchor)}>
          {String(heading ?? schema.get(String(_type))?.title)} (#{String(anchor)})
        </option>
      ))}
      {!isKnown && <option value={value}>#{value}</option>}
    </Select>
  )
}

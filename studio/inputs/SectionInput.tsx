import { useMemo } from 'react'
import { SelectInput, type StringInputProps, useFormValue, useSchema } from 'sanity'
import { findPage } from '@/lib/pages'
import { toRecords } from '@/studio/checks/walk'
import { type Query, useQuery } from '../useQuery'

/** Selects a section of a link's target page. Stores the section's link name. */
export function SectionInput(props: StringInputProps) {
  const { value, path, schemaType } = props
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
  const list = toRecords(useQuery<unknown>(namedSectionsQuery)).map(({ anchor, heading, _type }) => ({
    title: `${heading ?? schema.get(String(_type))?.title} (#${anchor})`,
    value: String(anchor),
  }))
  if (value && !list.some((section) => section.value === value)) list.push({ title: `#${value}`, value })
  return <SelectInput {...props} schemaType={{ ...schemaType, options: { ...schemaType.options, list } }} />
}

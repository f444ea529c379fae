import {
  ArrayOfOptionsInput,
  type ArrayOfPrimitivesInputProps,
  SelectInput,
  type StringInputProps,
} from 'sanity'
import { parseLandingPages } from '@/lib/landingPages'
import { allPages, isListed } from '@/lib/pages'
import { type Query, useQuery } from '../useQuery'

const landingPagesQuery: Query = {
  query: '*[_type == "landingPage"] | order(title asc){_id, path, title}',
  perspective: 'drafts',
}

/** Returns a field's type with the site's listed pages, landing pages and unknown stored paths as its choices. */
function useTypeWithPages<Type extends { options?: object }>(type: Type, paths: readonly unknown[]): Type {
  const pages = [...allPages.filter(isListed), ...parseLandingPages(useQuery<unknown>(landingPagesQuery))]
  // Sanity's inputs drop values that are not among the choices, for example before landing pages are loaded.
  const unknownPaths = paths.filter((value) => !pages.some(({ path }) => path === value))
  const list = [
    ...pages.map(({ path, title }) => ({ title, value: path })),
    ...unknownPaths.map((path) => ({ title: String(path), value: String(path) })),
  ]
  return { ...type, options: { ...type.options, list } }
}

/** Selects a page of the site. Stores its path. */
export function PageInput(props: StringInputProps) {
  const schemaType = useTypeWithPages(props.schemaType, props.value ? [props.value] : [])
  return <SelectInput {...props} schemaType={schemaType} />
}

/** Selects any number of pages of the site. Stores their paths. */
export function PagesInput(props: ArrayOfPrimitivesInputProps) {
  const schemaType = useTypeWithPages(props.schemaType, props.value ?? [])
  return <ArrayOfOptionsInput {...props} schemaType={schemaType} />
}

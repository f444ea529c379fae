import { ArrayOfOptionsInput, type ArrayOfPrimitivesInputProps } from 'sanity'
import { usePages } from './usePages'

/** Chooses any number of pages of the site, landing pages included. What is kept are their addresses. */
export function PagesInput(props: ArrayOfPrimitivesInputProps) {
  const pages = usePages()
  // The Studio's own input forgets what is not among its options.
  const unknown = (props.value ?? []).filter((value) => !pages.some(({ path }) => path === value))
  const list = [
    ...pages.map(({ path, title }) => ({ title, value: path })),
    ...unknown.map((value) => ({ title: String(value), value: String(value) })),
  ]
  const schemaType = { ...props.schemaType, options: { ...props.schemaType.options, list } }
  return <ArrayOfOptionsInput {...props} schemaType={schemaType} />
}

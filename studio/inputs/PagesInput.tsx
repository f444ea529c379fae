import { ArrayOfOptionsInput, type ArrayOfPrimitivesInputProps } from 'sanity'
import { usePages } from './usePages'

/** Selects any number of pages of the site, landing pages included. Stores their paths. */
export function PagesInput(props: ArrayOfPrimitivesInputProps) {
  const pages = usePages()
  // Sanity's input drops values that are not among its options.
  const unknown = (props.value ?? []).filter((value) => !pages.some(({ path }) => path === value))
  const list = [
    ...pages.map(({ path, title }) => ({ title, value: path })),
    ...unknown.map((value) => ({ title: String(value), value: String(value) })),
  ]
  const schemaType = { ...props.schemaType, options: { ...props.schemaType.options, list } }
  return <ArrayOfOptionsInput {...props} schemaType={schemaType} />
}

import { Select } from '@sanity/ui'
import { type StringInputProps, set, unset } from 'sanity'
import { usePages } from './usePages'

/** Selects a page of the site, landing pages included. Stores its path. */
export function PageInput({ value, onChange, elementProps, readOnly }: StringInputProps) {
  const pages = usePages()
  const isKnown = !value || pages.some(({ path }) => path === value)
  return (
    <Select
      {...elementProps}
      value={value ?? ''}
      readOnly={readOnly ?? false}
      onChange={({ currentTarget: { value: selected } }) => onChange(selected ? set(selected) : unset())}
    >
      <option value="" />
      {pages.map(({ path, title }) => (
        <option key={path} value={path}>
          {title}
        </option>
      ))}
      {!isKnown && <option value={value}>{value}</option>}
    </Select>
  )
}

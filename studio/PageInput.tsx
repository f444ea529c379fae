import { Select } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { type StringInputProps, set, unset, useClient } from 'sanity'
import { apiVersion } from '@/lib/content/config'
import { type LandingPage, landingPagesIn } from '@/lib/landingPages'
import { allPages, isListed } from '@/lib/pages'

/** Chooses a page of the site, landing pages included. What is kept is its address. */
export function PageInput({ value, onChange, elementProps, readOnly }: StringInputProps) {
  const client = useClient({ apiVersion })
  const [landingPages, setLandingPages] = useState<LandingPage[]>([])
  useEffect(() => {
    let isCurrent = true
    // Not aborted when it is not needed any more: the Studio would take that for a lost connection.
    client
      .withConfig({ perspective: 'drafts' })
      .fetch<unknown>('*[_type == "landingPage"] | order(title asc){_id, path, title}')
      .then(landingPagesIn, () => [])
      .then((found) => {
        if (isCurrent) setLandingPages(found)
      })
    return () => {
      isCurrent = false
    }
  }, [client])
  const pages = [...allPages.filter(isListed), ...landingPages]
  const isKnown = !value || pages.some(({ path }) => path === value)
  return (
    <Select
      {...elementProps}
      value={value ?? ''}
      readOnly={readOnly ?? false}
      onChange={({ currentTarget: { value: chosen } }) => onChange(chosen ? set(chosen) : unset())}
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

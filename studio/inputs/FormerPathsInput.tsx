import { useEffect } from 'react'
import { type ArrayOfPrimitivesInputProps, set, useEditState, useFormValue } from 'sanity'
import { getPublishedId } from '@/lib/content/reading/tags'
import { findLostPath } from '@/lib/content/routing/landingPageRules'
import { getProperty } from '@/lib/errorCode'

/**
 * Edits the former paths of a landing page. When the form's path differs from the published one, the published path is
 * added, and both changes are published together.
 */
export function FormerPathsInput(props: ArrayOfPrimitivesInputProps) {
  const { value, onChange, readOnly, renderDefault } = props
  const path = useFormValue(['path'])
  const { published } = useEditState(getPublishedId(String(useFormValue(['_id']))), 'landingPage')
  const publishedPath = getProperty(published, 'path')
  const lostPath = findLostPath(path, value, typeof publishedPath === 'string' ? publishedPath : undefined)
  useEffect(() => {
    if (lostPath && !readOnly) onChange(set([...(value ?? []), lostPath]))
  }, [lostPath, readOnly, value, onChange])
  return renderDefault(props)
}

import { useEffect } from 'react'
import { type ArrayOfPrimitivesInputProps, set, useEditState, useFormValue } from 'sanity'
import { lostPath } from '@/lib/content/landingPageRules'
import { publishedId } from '@/lib/content/tags'
import { propertyOf } from '@/lib/errorCode'

/**
 * The former addresses of a landing page. As soon as its form shows another address than the published one, that is
 * added: it is published together with the move, whether by the button, by a schedule or with a release.
 */
export function FormerPathsInput(props: ArrayOfPrimitivesInputProps) {
  const { value, onChange, readOnly, renderDefault } = props
  const path = useFormValue(['path'])
  const { published } = useEditState(publishedId(String(useFormValue(['_id']))), 'landingPage')
  const isAt = propertyOf(published, 'path')
  const lost = lostPath(path, value, typeof isAt === 'string' ? isAt : undefined)
  useEffect(() => {
    if (lost && !readOnly) onChange(set([...(value ?? []), lost]))
  }, [lost, readOnly, value, onChange])
  return renderDefault(props)
}

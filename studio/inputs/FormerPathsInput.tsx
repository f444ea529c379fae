import { Card, Stack, Text } from '@sanity/ui'
import { useEffect } from 'react'
import { type ArrayOfPrimitivesInputProps, set, useEditState, useFormValue } from 'sanity'
import { getPublishedId } from '@/lib/content/reading/tags'
import { findLostPath } from '@/lib/content/routing/landingPageRules'
import type { RedirectValue } from '@/lib/content/routing/redirects'
import { getProperty } from '@/lib/errorCode'
import { parseLandingPages } from '@/lib/landingPages'
import { findMovedTarget } from '@/studio/redirectRules'
import { type Query, useQuery } from '../useQuery'

const publishedRedirects: Query = {
  query: '*[_id == "redirects"].rules[]{from, to}',
  perspective: 'published',
}

/**
 * Edits the former paths of a landing page. When the form's path differs from the published one, the published path is
 * added, and published together with the move. Lists redirects whose target is a former path.
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
  const redirects = useQuery<RedirectValue[]>(publishedRedirects)
  const page = parseLandingPages([{ _id: 'landingPage', path, formerPaths: value }])
  const inboundRedirects = Array.isArray(redirects)
    ? redirects.filter((rule) => findMovedTarget(rule, page))
    : []
  return (
    <Stack gap={3}>
      {renderDefault(props)}
      {inboundRedirects.length > 0 && (
        <Card padding={3} radius={2} tone="caution">
          <Text size={1}>
            These redirects point to a former path: {inboundRedirects.map(({ from }) => from).join(', ')}.
            They still work. Each has a button in “Redirects” that updates it.
          </Text>
        </Card>
      )}
    </Stack>
  )
}

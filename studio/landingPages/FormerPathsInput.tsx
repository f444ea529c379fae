import { Card, Stack, Text } from '@sanity/ui'
import { useEffect } from 'react'
import { type ArrayOfPrimitivesInputProps, set, useEditState, useFormValue } from 'sanity'
import { findLostPath } from '@/lib/content/landingPageRules'
import { findMovedTarget } from '@/lib/content/redirectRules'
import type { RedirectValue } from '@/lib/content/redirects'
import { getPublishedId } from '@/lib/content/tags'
import { getProperty } from '@/lib/errorCode'
import { parseLandingPages } from '@/lib/landingPages'
import { type Question, useQuery } from '../useQuery'

const publishedRedirects: Question = {
  query: '*[_id == "redirects"].rules[]{from, to}',
  perspective: 'published',
}

/**
 * The former addresses of a landing page. As soon as its form shows another address than the published one, that is
 * added: it is published together with the move, whether by the button, by a schedule or with a release. Redirects that lead
 * to a former address are named.
 */
export function FormerPathsInput(props: ArrayOfPrimitivesInputProps) {
  const { value, onChange, readOnly, renderDefault } = props
  const path = useFormValue(['path'])
  const { published } = useEditState(getPublishedId(String(useFormValue(['_id']))), 'landingPage')
  const isAt = getProperty(published, 'path')
  const lost = findLostPath(path, value, typeof isAt === 'string' ? isAt : undefined)
  useEffect(() => {
    if (lost && !readOnly) onChange(set([...(value ?? []), lost]))
  }, [lost, readOnly, value, onChange])
  const redirects = useQuery<RedirectValue[]>(publishedRedirects)
  const page = parseLandingPages([{ _id: 'landingPage', path, formerPaths: value }])
  const leading = Array.isArray(redirects) ? redirects.filter((rule) => findMovedTarget(rule, page)) : []
  return (
    <Stack gap={3}>
      {renderDefault(props)}
      {leading.length > 0 && (
        <Card padding={3} radius={2} tone="caution">
          <Text size={1}>
            Redirects lead to these addresses: {leading.map(({ from }) => from).join(', ')}. They work; each
            has a button in “Redirects” that writes the new address.
          </Text>
        </Card>
      )}
    </Stack>
  )
}

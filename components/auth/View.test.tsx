// @vitest-environment jsdom
import { act, lazy, type ReactNode, Suspense, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { View } from './View'

const pageTitle = 'Sign in · Creator’s Circle'
const stepTitle = 'Check your inbox · Creator’s Circle'

function Form() {
  const [isSent, setIsSent] = useState(false)
  if (isSent) return <View heading="Check your inbox" text="" />
  return <button type="button" onClick={() => setIsSent(true)} />
}

test('a step’s title stays when React hydrates the page’s own title later', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const { promise, resolve } = Promise.withResolvers<{ default: () => ReactNode }>()
  // Next places a page's metadata in a Suspense boundary, which React hydrates separately.
  const PageTitle = lazy(() => promise)
  document.head.innerHTML = `<title>${pageTitle}</title>`
  document.body.innerHTML = '<button type="button"></button><div><!--$--><!--/$--></div>'
  const page = (
    <>
      <Form />
      <div>
        <Suspense>
          <PageTitle />
        </Suspense>
      </div>
    </>
  )
  await act(() => hydrateRoot(document.body, page))
  await act(() => document.querySelector('button')?.click())
  expect(document.title).toBe(stepTitle)
  await act(async () => resolve({ default: () => <title>{pageTitle}</title> }))
  expect(document.title).toBe(stepTitle)
})

import { expect, it, vi } from 'vitest'
import { authPageQuery } from '@/components/auth/AuthPage'
import { pageTexts } from '@/lib/messages/areas'
import { notFound, pages } from '@/lib/pages'
import { createContentPage } from './ContentPage'
import { notFoundPageQuery } from './NotFound'

const published = vi.hoisted(() => ({ page: null as unknown }))
vi.mock('@/lib/content/preview/previewSession', () => ({ readPreviewSession: async () => undefined }))
vi.mock('@/lib/content/reading/published', () => ({
  fetchPublished: async (_query: string, { id }: { id?: string }) => (id ? published.page : {}),
}))

const signIn = createContentPage(pages.signIn, authPageQuery, () => null)

it('a page whose document is missing uses its default heading as the title', async () => {
  published.page = null
  const unknown = createContentPage(notFound, notFoundPageQuery, () => null)
  expect(await unknown.generateMetadata()).toMatchObject({ title: pageTexts.notFoundPage.defaults.heading })
  expect(await signIn.generateMetadata()).toMatchObject({ title: pageTexts.signInPage.defaults.heading })
})

it('a page with a document uses the document’s SEO title', async () => {
  published.page = { _id: 'signInPage', seo: { title: 'Enter' }, heading: 'Hello' }
  expect(await signIn.generateMetadata()).toMatchObject({ title: 'Enter' })
})

import type { Metadata } from 'next'
import { NextRequest } from 'next/server'
import type { ComponentType, ReactElement } from 'react'
import { prerender } from 'react-dom/static'
import { createContentPage } from '@/components/site/ContentPage'
import { NotFound, notFoundPageQuery } from '@/components/site/NotFound'
import { SiteFrame } from '@/components/site/SiteFrame'
import { getRoutablePaths } from '@/lib/content/routing/routablePaths'
import { allPages, notFound } from '@/lib/pages'
import { proxy } from '@/proxy'
import type { ContentDocument } from '../documents.ts'
import type { ReadPage } from './findDefects.ts'

/** The exports of a `page.tsx` file. */
type PageModule = {
  default: ComponentType<{ params: Promise<{ slug: string }> }>
  generateMetadata(props: { params: Promise<{ slug: string }> }): Promise<Metadata>
}

const origin = 'http://localhost:3000'

/**
 * Renders every page through its file in `app/`, and the 404 page, from published content and without a Next server.
 *
 * @param published - the published documents, keyed by id; each page's document is looked up in them
 * @throws an Error with the path of a page that could not be rendered
 */
export async function readPages(published: ReadonlyMap<string, ContentDocument>): Promise<ReadPage[]> {
  const { landingPages } = await getRoutablePaths()
  const landingPageModule = await importPage('/[slug]')
  const pages = [
    ...(await Promise.all(
      allPages.map(async ({ path, document }) => ({ path, document, pageModule: await importPage(path) })),
    )),
    ...[...landingPages].map((path) => ({
      path,
      document: [...published.values()].find((document) => document.path === path)?._id ?? '',
      pageModule: landingPageModule,
    })),
    { path: '/no-such-page', document: notFound.document, pageModule: unknownPathModule },
  ]
  const renderedPages: ReadPage[] = []
  for (const { path, document, pageModule } of pages) {
    const status = document === notFound.document ? 404 : 200
    const html = await renderModule(path, pageModule).catch((cause: unknown) => {
      throw new Error(`${path} could not be rendered: ${cause instanceof Error ? cause.message : cause}`, {
        cause,
      })
    })
    renderedPages.push({ path, status, html, document: published.get(document) })
  }
  return renderedPages
}

const { Page: UnknownPage, ...unknownMetadata } = createContentPage(notFound, notFoundPageQuery, NotFound)
const unknownPathModule: PageModule = { default: UnknownPage, ...unknownMetadata }

async function importPage(path: string): Promise<PageModule> {
  const folder = path === '/' ? '' : path
  return import(/* @vite-ignore */ `/app/(site)${folder}/page.tsx`)
}

async function renderModule(path: string, pageModule: PageModule): Promise<string> {
  const props = { params: Promise.resolve({ slug: path.slice(1) }) }
  const { title, description } = await pageModule.generateMetadata(props)
  return renderHtml(
    <html lang="en">
      <body>
        <title>{typeof title === 'string' ? title : undefined}</title>
        <meta name="description" content={description ?? undefined} />
        <SiteFrame>
          <pageModule.default {...props} />
        </SiteFrame>
      </body>
    </html>,
  )
}

async function renderHtml(page: ReactElement): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerender(page, { onError: (error) => void errors.push(error) })
  const html = await new Response(prelude).text()
  if (errors.length > 0) throw errors[0]
  return html
}

/**
 * Returns a site path's status after redirects. A redirect to another site counts as 200. A page in `lib/pages.ts`
 * counts as 200 without a request.
 */
export async function requestStatus(path: string): Promise<number> {
  if (allPages.some((page) => page.path === path)) return 200
  const response = await proxy(new NextRequest(new URL(path, origin)))
  const location = response.headers.get('location')
  if (location) {
    const target = new URL(location)
    return target.origin === origin ? requestStatus(target.pathname) : 200
  }
  return response.headers.has('x-middleware-rewrite') ? 404 : response.status
}

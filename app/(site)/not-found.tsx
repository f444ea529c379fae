import { createContentPage } from '@/components/site/ContentPage'
import { NotFound, notFoundPageQuery } from '@/components/site/NotFound'
import { notFound } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(notFound, notFoundPageQuery, NotFound)

/** A page of the site that has lost its document; paths without a route have `app/global-not-found.tsx`. */
export { generateMetadata, Page as default }

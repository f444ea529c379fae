import { createContentPage } from '@/components/site/ContentPage'
import { NotFound, notFoundPageQuery } from '@/components/site/NotFound'
import { notFound } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(notFound, notFoundPageQuery, NotFound)

/** The 404 page of a route without its document. `app/global-not-found.tsx` serves paths without a route. */
export { generateMetadata, Page as default }

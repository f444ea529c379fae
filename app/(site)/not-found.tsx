import { createContentPage } from '@/components/site/ContentPage'
import { NotFound, notFoundPageQuery } from '@/components/site/NotFound'
import { notFound } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(notFound, notFoundPageQuery, NotFound)

/** The 404 page for a page whose document is missing. `app/global-not-found.tsx` handles unknown paths. */
export { generateMetadata, Page as default }

import { respondWithSocialImage } from '@/components/social/socialImage'
import { findLandingPage } from '@/lib/content/routing/landingPageList'
import { socialImages } from '@/lib/seo/metadata'

type Context = { params: Promise<{ path: string[] }> }

/** Lists the images drawn at build time for the site and its listed pages. Landing-page images are drawn on request. */
export function generateStaticParams() {
  return [...socialImages.keys()].map((page) => ({ path: [page] }))
}

/** The social image of a listed page from `lib/pages.ts`, of the site (`site`), or of a landing page (`landing/…`). */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const [page = '', slug] = (await params).path
  const id = page === 'landing' ? (await findLandingPage(`/${slug}`))?._id : socialImages.get(page)
  return respondWithSocialImage(id)
}

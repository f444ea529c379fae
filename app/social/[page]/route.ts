import { respondWithSocialImage } from '@/components/social/socialImage'
import { socialImages } from '@/lib/seo/metadata'

type Context = { params: Promise<{ page: string }> }

/** All of them are drawn when the site is built. */
export function generateStaticParams() {
  return [...socialImages.keys()].map((page) => ({ page }))
}

/** The picture that networks show with a link to a page. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { page } = await params
  return respondWithSocialImage(socialImages.get(page))
}

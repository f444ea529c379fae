import { respondWithSocialImage } from '@/components/social/socialImage'
import { socialImages } from '@/lib/seo/metadata'

type Context = { params: Promise<{ page: string }> }

/** Lists the social images of the site and of its listed pages, which are drawn at build time. */
export function generateStaticParams() {
  return [...socialImages.keys()].map((page) => ({ page }))
}

/** The social image of a listed page of `lib/pages.ts`, or the one of the site (`site`). */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { page } = await params
  return respondWithSocialImage(socialImages.get(page))
}

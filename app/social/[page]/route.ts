import { respondWithSocialImage } from '@/components/social/socialImage'
import { socialImages } from '@/lib/seo/metadata'

type Context = { params: Promise<{ page: string }> }

/** Lists the pages of `lib/pages.ts`, whose images are drawn at build time. */
export function generateStaticParams() {
  return [...socialImages.keys()].map((page) => ({ page }))
}

/** The social image of a page of `lib/pages.ts`. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { page } = await params
  return respondWithSocialImage(socialImages.get(page))
}

import { respondWithSocialImage } from '@/components/social/socialImage'
import { socialImages } from '@/lib/seo/metadata'

type Context = { params: Promise<{ page: string }> }

/** All images are drawn at build time. */
export function generateStaticParams() {
  return [...socialImages.keys()].map((page) => ({ page }))
}

/** The social image of a page. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { page } = await params
  return respondWithSocialImage(socialImages.get(page))
}

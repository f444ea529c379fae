import { drawSocialImage } from '@/components/social/drawSocialImage'
import { socialImages } from '@/lib/seo/metadata'

type Context = { params: Promise<{ page: string }> }

/** All of them are drawn when the site is built. */
export function generateStaticParams() {
  return [...socialImages.keys()].map((page) => ({ page }))
}

/** The picture that networks show with a link to a page. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { page } = await params
  const id = socialImages.get(page)
  const image = id ? await drawSocialImage(id) : null
  if (!image) return new Response(null, { status: 404 })
  return new Response(Buffer.from(image, 'base64'), { headers: { 'Content-Type': 'image/png' } })
}

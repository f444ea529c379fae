import { drawSocialImage } from '@/lib/seo/drawSocialImage'
import { socialPages } from '@/lib/seo/socialImage'

type Context = { params: Promise<{ page: string }> }

/** All of them are drawn when the site is built. */
export function generateStaticParams() {
  return Object.keys(socialPages).map((page) => ({ page }))
}

/** The picture that networks show with a link to a page. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { page } = await params
  const id = Object.hasOwn(socialPages, page) ? socialPages[page] : undefined
  const image = id ? await drawSocialImage(id) : null
  if (!image) return new Response(null, { status: 404 })
  return new Response(Buffer.from(image, 'base64'), { headers: { 'Content-Type': 'image/png' } })
}

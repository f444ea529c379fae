import { respondWithSocialImage } from '@/components/social/socialImage'
import { findLandingPage } from '@/lib/content/routing/landingPageList'

type Context = { params: Promise<{ slug: string }> }

/** Next requires one static parameter; the proxy never routes to this one. The images are drawn on request. */
export function generateStaticParams() {
  return [{ slug: '-' }]
}

/** The social image of a landing page. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { slug } = await params
  return respondWithSocialImage((await findLandingPage(`/${slug}`))?._id)
}

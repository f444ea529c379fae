import { respondWithSocialImage } from '@/components/social/socialImage'
import { landingPageAt } from '@/lib/content/landingPageList'

type Context = { params: Promise<{ address: string }> }

/** Next requires one; the proxy never routes to it. The others are drawn on request. */
export function generateStaticParams() {
  return [{ address: '-' }]
}

/** The social image of a landing page. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { address } = await params
  return respondWithSocialImage((await landingPageAt(`/${address}`))?._id)
}

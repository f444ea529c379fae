import { answerSocialImage } from '@/components/social/socialImage'
import { landingPageAt } from '@/lib/content/landingPageList'

type Context = { params: Promise<{ address: string }> }

/** Next demands one; the proxy lets nobody through to it. The others are drawn when somebody asks for them. */
export function generateStaticParams() {
  return [{ address: '-' }]
}

/** The picture that networks show with a link to a page that editors have made. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { address } = await params
  return answerSocialImage((await landingPageAt(`/${address}`))?._id)
}

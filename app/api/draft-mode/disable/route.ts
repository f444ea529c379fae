import { draftMode } from 'next/headers'
import { redirect } from 'next/navigation'
import { sameOriginPath } from '@/lib/sameOriginPath'

export const maxDuration = 30

/**
 * Leaves draft mode and goes back to a page of this site.
 *
 * @param request - `?redirectTo=` names the page; only a path of this origin is followed
 */
export async function GET(request: Request): Promise<never> {
  const draft = await draftMode()
  draft.disable()
  redirect(sameOriginPath(new URL(request.url).searchParams.get('redirectTo'), request.url))
}

import { draftMode } from 'next/headers'
import { redirect } from 'next/navigation'

export const maxDuration = 30

/**
 * Leaves draft mode and goes back to a page of this site.
 *
 * @param request - `?redirectTo=` names the page; only a path of this origin is followed
 */
export async function GET(request: Request): Promise<never> {
  const draft = await draftMode()
  draft.disable()
  redirect(pathOnThisSite(request.url))
}

function pathOnThisSite(url: string): string {
  const here = new URL(url)
  const wanted = here.searchParams.get('redirectTo')
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, here)) return '/'
  const target = new URL(wanted, here)
  if (target.origin !== here.origin) return '/'
  // `/..//host` resolves to the path `//host`, which a browser takes for another host.
  return `${target.pathname.replace(/^\/+/, '/')}${target.search}`
}

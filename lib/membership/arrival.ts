import { nextAddress } from './nextPath'
import { MemberProblem } from './problems'
import { canKeepSession } from './storedSession'

/** Where to go after signing in: what the address says, if it is a page of the site. */
export function nextOfPage(): string {
  return nextAddress(new URLSearchParams(location.search).get('next'), location.origin)
}

/** A path with the `next` of this page, so that it is not lost between the forms. */
export function withNext(path: string): string {
  const next = new URLSearchParams(location.search).get('next')
  return next ? `${path}?${new URLSearchParams({ next })}` : path
}

/**
 * Signing in makes no sense where the browser forgets it with the page.
 *
 * @throws MemberProblem `storageBlocked`
 */
export function requireStorage(): void {
  if (!canKeepSession()) throw new MemberProblem('storageBlocked')
}

/** The pages of members, which are as public and as static; search engines leave them out. */
export const memberRoutes = [
  { path: '/sign-in', document: 'signInPage' },
  { path: '/sign-up', document: 'signUpPage' },
  { path: '/forgot-password', document: 'forgotPasswordPage' },
  { path: '/reset-password', document: 'resetPasswordPage' },
  { path: '/auth/confirm', document: 'confirmPage' },
  { path: '/account', document: 'accountPage' },
  { path: '/claim', document: 'claimPage' },
] as const

/** The public pages, each with the document that its content comes from. */
export const publicRoutes = [
  { path: '/', document: 'homePage' },
  { path: '/services', document: 'servicesPage' },
  { path: '/studio', document: 'studioPage' },
  { path: '/about', document: 'aboutPage' },
  { path: '/contact', document: 'contactPage' },
  { path: '/success', document: 'successPage' },
  { path: '/terms', document: 'legalPage-terms' },
  { path: '/privacy', document: 'legalPage-privacy' },
  ...memberRoutes,
] as const

/** The pages that search engines should not show. */
export const unlistedPaths: ReadonlySet<string> = new Set([
  '/success',
  ...memberRoutes.map(({ path }) => path),
])

/** An address that does not exist; it shows `notFoundPage`. */
export const unknownRoute = { path: '/no-such-page', document: 'notFoundPage' } as const

/** Everything that a visitor can meet. */
export const allRoutes = [...publicRoutes, unknownRoute]

/** The status that an address answers. */
export function statusOf(path: string): number {
  return path === unknownRoute.path ? 404 : 200
}

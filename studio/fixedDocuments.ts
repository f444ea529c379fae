/** Documents of which there is exactly one; the id is the type. */
export const singletonTypes = [
  'homePage',
  'servicesPage',
  'studioPage',
  'aboutPage',
  'contactPage',
  'successPage',
  'signInPage',
  'signUpPage',
  'forgotPasswordPage',
  'resetPasswordPage',
  'confirmPage',
  'accountPage',
  'claimPage',
  'notFoundPage',
  'errorPage',
  'offer',
  'gallery',
  'siteSettings',
  'messages',
] as const

/** The type of a singleton. */
export type SingletonType = (typeof singletonTypes)[number]

/** The legal pages: one type, two documents with fixed ids. */
export const legalPages = [
  { id: 'legalPage-terms', title: 'Terms', path: '/terms' },
  { id: 'legalPage-privacy', title: 'Privacy', path: '/privacy' },
] as const

const fixedTypes: ReadonlySet<string> = new Set([...singletonTypes, 'legalPage'])

/** Whether the site expects the documents of a type where they are: none is added, none goes away. */
export function isFixed(type: string): boolean {
  return fixedTypes.has(type)
}

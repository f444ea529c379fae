/** A page of the site. This file has no imports, so that every module may import it. */
export type Page = {
  path: string
  /** The id of the document with its content; also the document's type, except for legal and landing pages. */
  document: string
  /** The title for editors. */
  title: string
  /**
   * The purpose: editors compose `sections` pages, `success` is the page after Checkout, and `account` pages have forms
   * for the visitor's account. Search engines, social previews and editors' links exclude `success` and `account`.
   */
  kind: 'sections' | 'contact' | 'legal' | 'success' | 'account'
  /** The former paths of a landing page. */
  formerPaths?: readonly string[]
  /** Ids of documents that the page shows in addition to those on every page. Publishing one expires the page. */
  reads?: readonly string[]
  /** Whether its URL may contain a one-time token, which must not reach other sites as a referrer. */
  hasTokenInUrl?: true
  /** Whether it is a sign-in step, and so never the redirect target after sign-in. */
  isSignInStep?: true
}

/** The path of the Studio. */
export const studioPath = '/studio-admin'

/** A path without a page. Unknown paths are rewritten to it, so that the 404 page is rendered. */
export const notFoundRewritePath = '/unknown/path'

/** All pages of the site except landing pages, in the order of the editors' lists. */
export const pages = {
  home: { path: '/', document: 'homePage', title: 'Home', kind: 'sections', reads: ['offer'] },
  services: {
    path: '/services',
    document: 'servicesPage',
    title: 'Services',
    kind: 'sections',
    reads: ['offer'],
  },
  studio: { path: '/studio', document: 'studioPage', title: 'Studio', kind: 'sections', reads: ['gallery'] },
  about: { path: '/about', document: 'aboutPage', title: 'About', kind: 'sections', reads: ['offer'] },
  contact: { path: '/contact', document: 'contactPage', title: 'Contact', kind: 'contact' },
  success: { path: '/success', document: 'successPage', title: 'Success', kind: 'success' },
  signIn: { path: '/sign-in', document: 'signInPage', title: 'Sign in', kind: 'account', isSignInStep: true },
  signUp: { path: '/sign-up', document: 'signUpPage', title: 'Sign up', kind: 'account', isSignInStep: true },
  forgotPassword: {
    path: '/forgot-password',
    document: 'forgotPasswordPage',
    title: 'Forgot password',
    kind: 'account',
    isSignInStep: true,
  },
  resetPassword: {
    path: '/reset-password',
    document: 'resetPasswordPage',
    title: 'New password',
    kind: 'account',
    isSignInStep: true,
    hasTokenInUrl: true,
  },
  confirm: {
    path: '/auth/confirm',
    document: 'confirmPage',
    title: 'Links in emails',
    kind: 'account',
    isSignInStep: true,
    hasTokenInUrl: true,
  },
  account: { path: '/account', document: 'accountPage', title: 'Account', kind: 'account' },
  terms: { path: '/terms', document: 'legalPage-terms', title: 'Terms', kind: 'legal' },
  privacy: { path: '/privacy', document: 'legalPage-privacy', title: 'Privacy', kind: 'legal' },
} as const satisfies Record<string, Page>

/** The key of a page in {@link pages}. */
export type PageName = keyof typeof pages

/** The 404 page. */
export const notFound = { document: 'notFoundPage', title: 'Page not found' } as const

/** All of {@link pages}, in their order. */
export const allPages: readonly Page[] = Object.values(pages)

/** The legal pages, whose documents share the type `legalPage`. */
export const legalPages = allPages.filter(({ kind }) => kind === 'legal')

/** Whether search engines, social previews and editors' links may include a page. */
export function isListed({ kind }: Page): boolean {
  return kind !== 'success' && kind !== 'account'
}

/** Finds one of {@link pages} by its path, with or without query and fragment; undefined for any other URL. */
export function findPage(href: string): Page | undefined {
  const path = href.replace(/[?#].*$/, '')
  return allPages.find((page) => page.path === path)
}

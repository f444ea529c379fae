import {
  type DocumentLocation,
  type DocumentLocationResolvers,
  defineDocuments,
  defineLocations,
  type PresentationPluginOptions,
} from 'sanity/presentation'
import { legalPages } from './fixedDocuments'

const home = { title: 'Home', href: '/' }
const services = { title: 'Services', href: '/services' }
const studio = { title: 'Studio', href: '/studio' }
const about = { title: 'About', href: '/about' }
const contact = { title: 'Contact', href: '/contact' }
const success = { title: 'Success', href: '/success' }
const signIn = { title: 'Sign in', href: '/sign-in' }
const signUp = { title: 'Sign up', href: '/sign-up' }
const forgotPassword = { title: 'Password forgotten', href: '/forgot-password' }
const resetPassword = { title: 'New password', href: '/reset-password' }
const confirm = { title: 'Links in e-mails', href: '/auth/confirm' }
const claim = { title: 'Claim a membership', href: '/claim' }
const account = { title: 'Account', href: '/account' }
const notFound = { title: 'Page not found', href: '/page-not-found' }

const at = (...locations: DocumentLocation[]) => defineLocations({ locations })

/** On which pages of the site each document is seen. */
export const locations: DocumentLocationResolvers = {
  homePage: at(home),
  servicesPage: at(services),
  studioPage: at(studio),
  aboutPage: at(about),
  contactPage: at(contact),
  successPage: at(success),
  signInPage: at(signIn),
  signUpPage: at(signUp),
  forgotPasswordPage: at(forgotPassword),
  resetPasswordPage: at(resetPassword),
  confirmPage: at(confirm),
  accountPage: at(account),
  claimPage: at(claim),
  notFoundPage: at(notFound),
  errorPage: defineLocations({
    message: 'Shown when a page fails. A change shows after the next deployment of the site.',
    tone: 'caution',
  }),
  legalPage: defineLocations({
    select: { title: 'title', path: 'path' },
    resolve: (page) =>
      legalPages.some(({ path }) => path === page?.path)
        ? { locations: [{ title: page?.title || 'Legal page', href: page?.path }] }
        : { message: 'This page has no address.', tone: 'critical' },
  }),
  offer: defineLocations({
    message: 'Shown by the sections “Offer” and “Closing offer”, and beside every checkout button.',
    locations: [home, services],
  }),
  gallery: at(studio),
  siteSettings: defineLocations({
    message: 'Shown on every page.',
    tone: 'caution',
    locations: [home, contact],
  }),
  messages: defineLocations({
    message: 'Labels, errors and status texts all over the site.',
    locations: [home, contact, success, signIn, account],
  }),
}

/** Which document a page of the site is about. */
export const mainDocuments = defineDocuments([
  { route: '/', type: 'homePage' },
  { route: '/services', type: 'servicesPage' },
  { route: '/studio', type: 'studioPage' },
  { route: '/about', type: 'aboutPage' },
  { route: '/contact', type: 'contactPage' },
  { route: '/success', type: 'successPage' },
  { route: '/sign-in', type: 'signInPage' },
  { route: '/sign-up', type: 'signUpPage' },
  { route: '/forgot-password', type: 'forgotPasswordPage' },
  { route: '/reset-password', type: 'resetPasswordPage' },
  { route: '/auth/confirm', type: 'confirmPage' },
  { route: '/account', type: 'accountPage' },
  { route: '/claim', type: 'claimPage' },
  ...legalPages.map(({ id, path }) => ({ route: path, filter: `_id == "${id}"` })),
])

/** Presentation: the site in draft mode beside the form, every text clickable. */
export const presentationOptions: PresentationPluginOptions = {
  previewUrl: {
    initial: ({ origin }) => origin,
    previewMode: { enable: '/api/draft-mode/enable', disable: '/api/draft-mode/disable' },
  },
  resolve: { locations, mainDocuments },
}

import type { SchemaTypeDefinition } from 'sanity'
import { legalPage } from './documents/legalPage'
import { lists } from './lists'
import { feature } from './objects/feature'
import { link, textLink } from './objects/link'
import { bonusItem, inclusion, valueItem } from './objects/offerItems'
import { captionedPicture, picture } from './objects/picture'
import { legalText, richText } from './objects/richText'
import { seo } from './objects/seo'
import { video } from './objects/video'
import { sections } from './sections'
import {
  accountPage,
  claimPage,
  confirmPage,
  forgotPasswordPage,
  resetPasswordPage,
  signInPage,
  signUpPage,
} from './singletons/accountPages'
import { contactPage } from './singletons/contactPage'
import { gallery } from './singletons/gallery'
import { messages } from './singletons/messages'
import { offer } from './singletons/offer'
import { aboutPage, homePage, servicesPage, studioPage } from './singletons/sectionPages'
import { siteSettings } from './singletons/siteSettings'
import { errorPage, notFoundPage, successPage } from './singletons/smallPages'

/** Every type of the content model, see `docs/` for what it is for. */
export const schemaTypes: SchemaTypeDefinition[] = [
  homePage,
  servicesPage,
  studioPage,
  aboutPage,
  contactPage,
  successPage,
  signInPage,
  signUpPage,
  forgotPasswordPage,
  resetPasswordPage,
  confirmPage,
  accountPage,
  claimPage,
  notFoundPage,
  errorPage,
  legalPage,
  offer,
  gallery,
  siteSettings,
  messages,
  ...sections,
  ...lists,
  link,
  textLink,
  picture,
  captionedPicture,
  video,
  feature,
  valueItem,
  bonusItem,
  inclusion,
  seo,
  richText,
  legalText,
]

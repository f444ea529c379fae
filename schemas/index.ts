import type { SchemaTypeDefinition } from 'sanity'
import { addDocumentChecks } from './documentChecks'
import { announcement, pagePaths } from './documents/announcement'
import { formerPaths, landingPage } from './documents/landingPage'
import { legalPage } from './documents/legalPage'
import { lists } from './lists'
import { feature } from './objects/feature'
import { link, textLink } from './objects/link'
import * as offerItems from './objects/offerItems'
import { captionedPicture, picture } from './objects/picture'
import * as texts from './objects/richText'
import { seo } from './objects/seo'
import { table } from './objects/table'
import { video } from './objects/video'
import { sectionTypes } from './sections'
import * as accountPages from './singletons/accountPages'
import { contactPage } from './singletons/contactPage'
import { gallery } from './singletons/gallery'
import { messages } from './singletons/messages'
import { offer } from './singletons/offer'
import { redirect, redirects } from './singletons/redirects'
import * as sectionPages from './singletons/sectionPages'
import { siteSettings } from './singletons/siteSettings'
import * as smallPages from './singletons/smallPages'

/** All types of the content model. */
export const schemaTypes: SchemaTypeDefinition[] = [
  ...Object.values(sectionPages),
  contactPage,
  ...Object.values(accountPages),
  ...Object.values(smallPages),
  legalPage,
  landingPage,
  formerPaths,
  announcement,
  pagePaths,
  offer,
  gallery,
  siteSettings,
  redirects,
  messages,
  ...sectionTypes,
  ...lists,
  link,
  redirect,
  textLink,
  picture,
  captionedPicture,
  video,
  feature,
  ...Object.values(offerItems),
  seo,
  table,
  ...Object.values(texts),
].map(addDocumentChecks)

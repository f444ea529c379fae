import { accountTexts, memberPages } from './accountFields.ts'
import {
  afterCheckoutTexts,
  checkoutTexts,
  claimTexts,
  noticeTexts,
  purchaseTexts,
  subscriptionTexts,
} from './billingFields.ts'

/**
 * The fields of the content model, as far as turning content into variants needs them.
 *
 * This is a second statement of what `schemas/` says, in a form that plain Node can load; `fields.test.ts` fails when
 * the two differ. Kinds: - `text` words that people read or listen to; `texts` a list of them; `email`, `phone` shown
 * as they are - `code` enumerations, anchors, paths, currency codes; `url`, `date`, `number`, `flag` - `is:<type>` an
 * object; `list:<type>` a list of objects; `sections` a page's sections A `!` marks a required field, a `~` one that
 * is required in some cases (a link's `url` for kind `url`).
 */
type Kind = 'text' | 'texts' | 'email' | 'phone' | 'code' | 'url' | 'date' | 'number' | 'flag' | 'sections'
type Notation = `${Kind | `is:${string}` | `list:${string}`}${'' | '!' | '~'}`
type Fields = Readonly<Record<string, Notation>>

const objects = {
  link: { label: 'text!', kind: 'code!', page: 'code~', fragment: 'code', topic: 'code~', url: 'url~' },
  redirect: { from: 'code!', match: 'code!', to: 'code!', status: 'code!' },
  textLink: { kind: 'code!', page: 'code~', topic: 'code~', url: 'url~' },
  picture: { alt: 'text!' },
  captionedPicture: { alt: 'text!', caption: 'text!' },
  file: {},
  image: {},
  video: {
    title: 'text!',
    source: 'code!',
    file: 'is:file~',
    url: 'url~',
    webm: 'is:file',
    captions: 'is:file',
    descriptions: 'is:file',
    poster: 'is:picture!',
  },
  feature: { title: 'text!', text: 'text!', drawing: 'code' },
  serviceCard: { title: 'text!', text: 'text!', points: 'texts', picture: 'is:picture' },
  stat: { value: 'text!', label: 'text!' },
  equipmentGroup: { title: 'text!', items: 'list:equipmentItem!' },
  equipmentItem: { name: 'text!', detail: 'text' },
  question: { question: 'text!', answer: 'list:block!' },
  testimonial: { quote: 'text!', name: 'text!', role: 'text', picture: 'is:picture', consent: 'date' },
  logo: { name: 'text!', picture: 'is:image!' },
  episode: { title: 'text!', show: 'text', text: 'text', video: 'is:video!' },
  person: { name: 'text!', role: 'text!', text: 'text', picture: 'is:picture' },
  valueItem: { title: 'text!', text: 'text', amount: 'number!', unit: 'code!' },
  bonusItem: { title: 'text!', text: 'text', amount: 'number!' },
  inclusion: { quantity: 'number!', counts: 'code!', title: 'text!', text: 'text' },
  seo: { title: 'text!', description: 'text!', image: 'is:picture', noindex: 'flag', canonical: 'url' },
  block: {
    style: 'code~',
    listItem: 'code~',
    level: 'number~',
    markDefs: 'list:textLink~',
    children: 'list:span!',
  },
  span: { text: 'text!', marks: 'code~' },
} satisfies Record<string, Fields>

const sectionFrame = { hidden: 'flag', anchor: 'code' } satisfies Fields

const sections = {
  heroSection: {
    ...sectionFrame,
    eyebrow: 'text',
    heading: 'text!',
    lead: 'text!',
    checkoutLabel: 'text!',
    secondaryLink: 'is:link',
    video: 'is:video!',
  },
  pageIntroSection: {
    ...sectionFrame,
    eyebrow: 'text',
    heading: 'text!',
    lead: 'text',
    picture: 'is:picture',
  },
  featureListSection: { ...sectionFrame, heading: 'text!', intro: 'text', features: 'list:feature!' },
  offerSection: {
    ...sectionFrame,
    eyebrow: 'text',
    heading: 'text',
    intro: 'text',
    checkoutLabel: 'text!',
    secondaryLink: 'is:link',
  },
  audienceSection: { ...sectionFrame, heading: 'text!', intro: 'text', audiences: 'list:feature!' },
  closingOfferSection: {
    ...sectionFrame,
    heading: 'text!',
    text: 'text!',
    providersIntro: 'text',
    providers: 'texts!',
    availabilityNote: 'text!',
    checkoutLabel: 'text!',
  },
  serviceCardsSection: { ...sectionFrame, heading: 'text', cards: 'list:serviceCard!' },
  tourVideoSection: { ...sectionFrame, heading: 'text', text: 'text', video: 'is:video!' },
  gallerySection: { ...sectionFrame, heading: 'text!', intro: 'text' },
  equipmentSection: { ...sectionFrame, heading: 'text!', intro: 'text', groups: 'list:equipmentGroup!' },
  callToActionSection: {
    ...sectionFrame,
    heading: 'text!',
    text: 'text',
    checkoutLabel: 'text',
    links: 'list:link',
  },
  missionSection: { ...sectionFrame, heading: 'text!', text: 'list:block!', picture: 'is:picture' },
  beliefsSection: { ...sectionFrame, heading: 'text!', intro: 'text', beliefs: 'list:feature!' },
  statsSection: { ...sectionFrame, heading: 'text', stats: 'list:stat!', source: 'text' },
  questionsSection: { ...sectionFrame, heading: 'text!', intro: 'text', questions: 'list:question!' },
  testimonialsSection: {
    ...sectionFrame,
    heading: 'text!',
    intro: 'text',
    testimonials: 'list:testimonial',
  },
  logosSection: { ...sectionFrame, heading: 'text', logos: 'list:logo!' },
  textBlockSection: { ...sectionFrame, heading: 'text', text: 'list:block!' },
  textPictureSection: {
    ...sectionFrame,
    heading: 'text!',
    text: 'list:block!',
    picture: 'is:picture!',
    side: 'code!',
  },
  episodesSection: { ...sectionFrame, heading: 'text!', intro: 'text', episodes: 'list:episode' },
  monthSection: {
    ...sectionFrame,
    heading: 'text!',
    intro: 'text',
    weeks: 'list:feature!',
    episodes: 'text',
    turnaround: 'text',
  },
  teamSection: { ...sectionFrame, heading: 'text!', intro: 'text', people: 'list:person' },
} satisfies Record<string, Fields>

const sectionedPage = { seo: 'is:seo!', sections: 'sections!' } satisfies Fields

const textFields = (names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name): [string, Notation] => [name, 'text!']))

/** Documents of which a site may have none. */
const optionalDocuments = {
  landingPage: {
    title: 'text!',
    path: 'code!',
    formerPaths: 'texts',
    seo: 'is:seo!',
    sections: 'sections!',
  },
  announcement: {
    text: 'text!',
    links: 'list:link',
    tone: 'code!',
    start: 'date!',
    end: 'date!',
    pages: 'texts',
  },
} satisfies Record<string, Fields>

const documents = {
  homePage: sectionedPage,
  servicesPage: sectionedPage,
  studioPage: sectionedPage,
  aboutPage: sectionedPage,
  contactPage: {
    seo: 'is:seo!',
    eyebrow: 'text',
    heading: 'text!',
    lead: 'text!',
    formHeading: 'text!',
    formIntro: 'text!',
    emailLabel: 'text!',
    phoneLabel: 'text!',
    locationHeading: 'text!',
    locationName: 'text!',
    locationText: 'text',
    locationPicture: 'is:picture',
    hoursHeading: 'text',
    hours: 'texts',
    directionsLink: 'is:link',
    reasonsHeading: 'text!',
    reasons: 'list:feature!',
    processHeading: 'text!',
    processSteps: 'list:feature!',
  },
  successPage: {
    seo: 'is:seo!',
    heading: 'text!',
    checkingHeading: 'text!',
    visitorHeading: 'text',
    lead: 'text!',
    benefitsHeading: 'text!',
    benefits: 'texts!',
    nextHeading: 'text!',
    nextSteps: 'list:feature!',
    homeLabel: 'text!',
  },
  ...Object.fromEntries(
    Object.entries(memberPages).map(([name, fields]): [string, Fields] => [
      name,
      { seo: 'is:seo!', ...textFields(fields) },
    ]),
  ),
  claimPage: { seo: 'is:seo!', ...textFields(claimTexts) },
  notFoundPage: { seo: 'is:seo!', heading: 'text!', text: 'text', homeLabel: 'text!' },
  errorPage: { title: 'text!', heading: 'text!', text: 'text!', retryLabel: 'text!', homeLabel: 'text!' },
  legalPage: {
    title: 'text!',
    path: 'code!',
    lastUpdated: 'date!',
    summary: 'text',
    body: 'list:block!',
    seo: 'is:seo!',
  },
  gallery: { images: 'list:captionedPicture!' },
  offer: {
    name: 'text!',
    packageName: 'text!',
    summary: 'text',
    currency: 'code!',
    introPrice: 'number!',
    introMonths: 'number!',
    regularPrice: 'number!',
    priceLine: 'text!',
    cancelNote: 'text!',
    shortTerms: 'text!',
    renewalTerms: 'text!',
    regularTerms: 'text!',
    inclusionsHeading: 'text!',
    inclusions: 'list:inclusion!',
    valuesHeading: 'text!',
    values: 'list:valueItem!',
    onceLabel: 'text!',
    monthLabel: 'text!',
    totalLine: 'text!',
    totalNote: 'text',
    bonusesHeading: 'text!',
    bonuses: 'list:bonusItem!',
    bonusLine: 'text',
    nextHeading: 'text',
    nextSteps: 'list:feature',
  },
  siteSettings: {
    siteName: 'text!',
    tagline: 'text',
    titleTemplate: 'text!',
    navigation: 'list:link!',
    checkoutLabel: 'text!',
    signInLabel: 'text!',
    accountLabel: 'text!',
    contactEmail: 'email!',
    contactPhone: 'phone',
    address: 'texts',
    footerText: 'text',
    footerLinks: 'list:link!',
    socialLinks: 'list:link',
    copyright: 'text!',
    socialImage: 'is:picture',
  },
  redirects: { rules: 'list:redirect' },
  messages: {
    accessibility: 'is:messages.accessibility!',
    video: 'is:messages.video!',
    legal: 'is:messages.legal!',
    contactForm: 'is:messages.contactForm!',
    account: 'is:messages.account!',
    checkout: 'is:messages.checkout!',
    subscription: 'is:messages.subscription!',
    afterCheckout: 'is:messages.afterCheckout!',
    notices: 'is:messages.notices!',
    purchases: 'is:messages.purchases!',
    preview: 'is:messages.preview!',
  },
} satisfies Record<string, Fields>

const texts = (...names: string[]): Fields => textFields(names)

const messageGroups: Readonly<Record<string, Fields>> = {
  'messages.accessibility': texts(
    'skipToContent',
    'mainNavigation',
    'footerNavigation',
    'openMenu',
    'closeMenu',
    'opensInNewTab',
    'largePictures',
    'previousPicture',
    'nextPicture',
    'closePicture',
    'closeMessage',
    'announcement',
    'homeLink',
  ),
  'messages.video': texts('play', 'player', 'unavailable', 'failed'),
  'messages.legal': texts('lastUpdated', 'contents'),
  'messages.contactForm': texts(
    'scriptNeeded',
    'nameLabel',
    'emailLabel',
    'phoneLabel',
    'optional',
    'messageLabel',
    'messagePlaceholder',
    'topicLine',
    'topicMembership',
    'topicTour',
    'topicSession',
    'topicRemove',
    'submit',
    'sending',
    'nameRequired',
    'emailRequired',
    'emailInvalid',
    'messageRequired',
    'tooLong',
    'captchaRequired',
    'successTitle',
    'successText',
    'failureTitle',
    'failureText',
    'failureHeadless',
    'failureRefused',
    'failureTooMany',
    'failureService',
    'failureTimeout',
    'failureCaptcha',
    'failureOutdated',
    'failureOffline',
    'failureConnection',
    'failureOther',
    'retry',
    'retryIn',
    'copy',
    'copied',
    'otherWays',
  ),
  'messages.account': textFields(accountTexts),
  'messages.checkout': texts(
    'errorTitle',
    'errorText',
    'missingUrl',
    'alreadySubscribedTitle',
    'alreadySubscribedText',
    'alreadySubscribedLink',
    'redirectTitle',
    'redirectText',
    ...checkoutTexts,
  ),
  'messages.subscription': texts(
    'portalErrorTitle',
    'portalErrorText',
    'refreshedTitle',
    'refreshedText',
    ...subscriptionTexts,
  ),
  'messages.afterCheckout': textFields(afterCheckoutTexts),
  'messages.notices': textFields(noticeTexts),
  'messages.purchases': textFields(purchaseTexts),
  'messages.preview': texts('banner', 'sharedBanner', 'exit'),
}

const types: Readonly<Record<string, Fields>> = {
  ...objects,
  ...sections,
  ...documents,
  ...optionalDocuments,
  ...messageGroups,
}

/** The names of the section types, and of the document types. */
export const sectionTypes: readonly string[] = Object.keys(sections)
export const documentTypes: readonly string[] = Object.keys(documents)
/** The names of all types of this table, message groups (`messages.checkout`) included. */
export const knownTypes: readonly string[] = Object.keys(types)

/** A field as the variants see it. `of` names the type of an object or of a list's items. */
export type Field = {
  kind: Kind | 'object' | 'list'
  of?: string
  need: 'required' | 'depends' | 'optional'
}

/** The fields of a type by name; none for a type that isn't in the content model. */
export function getFields(type: string): ReadonlyMap<string, Field> {
  const notations = Object.hasOwn(types, type) ? types[type] : undefined
  return new Map(Object.entries(notations ?? {}).map(([name, notation]) => [name, parse(notation)]))
}

function parse(notation: Notation): Field {
  const need = notation.endsWith('!') ? 'required' : notation.endsWith('~') ? 'depends' : 'optional'
  const [kind, of] = notation.replace(/[!~]$/, '').split(':')
  if (of !== undefined) return { kind: kind === 'is' ? 'object' : 'list', of, need }
  return { kind: kind as Kind, need }
}

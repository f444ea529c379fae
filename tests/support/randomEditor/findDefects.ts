import { formatMoney } from '@/lib/content/text/format'
import { computeTotalValue, fillOfferValues, formatOfferValues } from '@/lib/content/text/offerValues'
import { type ContentDocument, type ContentObject, isObject } from '../documents.ts'
import { decodeEntities, findEmptyElements, listHeadingLevels } from '../markup.ts'

/** A page as a visitor without scripts receives it. */
export type ReadPage = {
  path: string
  status: number
  html: string
  /** The published document that the page shows; undefined without one. */
  document: ContentDocument | undefined
}

/** Site-wide data for the checks. */
export type Facts = {
  /** The published offer. */
  offer: ContentDocument | undefined
  /** The version of the terms that the checkout accepts; undefined when the offer cannot be sold or read. */
  version: string | undefined
  /** The origin of pictures and videos. */
  contentLakeOrigin: string
  /** Returns the status of a path of this site after redirects. */
  requestStatus(path: string): Promise<number>
}

/** Finds a page's defects, each as a predicate (`has status 500`). A wrong status is reported alone. */
export async function findDefects(page: ReadPage, facts: Facts): Promise<string[]> {
  const expectedStatus = page.document?._id === 'notFoundPage' ? 404 : 200
  if (page.status !== expectedStatus) return [`has status ${page.status}`]
  const html = page.html.replace(/<(script|style|template)\b[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
  return [
    ...findMarkupDefects(html),
    ...findMissingNames(html),
    ...findFrameDefects(html, facts),
    ...findCheckoutDefects(html, page, facts),
    ...findLegalTextDefects(html, page, facts),
    ...(await findLinkDefects(html, facts)),
  ]
}

const reportIf = (isWrong: boolean, message: string) => (isWrong ? [message] : [])

function findMarkupDefects(html: string): string[] {
  const main = getMain(html)
  const levels = listHeadingLevels(main)
  const ids = findMatches(html, /\sid="([^"]*)"/g)
  const braces = /\{[^{}]*\}/.exec(getVisibleText(html))
  return [
    ...reportIf(html.includes('class="error-page'), 'is the error page'),
    ...findEmptyElements(html).map((element) => `has an empty element: ${element}`),
    ...reportIf(/undefined|NaN|\[object |>null</.test(html), 'shows undefined, NaN, null or [object'),
    ...reportIf(braces !== null, `has a placeholder that is not filled in: ${braces?.[0]}`),
    ...reportIf(
      levels.filter((level) => level === 1).length !== 1,
      'does not have exactly one heading of level 1',
    ),
    ...reportIf(
      levels.some((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1),
      `skips a heading level: ${levels.join()}`,
    ),
    ...reportIf(
      new Set(ids).size < ids.length,
      `has a duplicate id: ${ids.find((id, index) => ids.indexOf(id) !== index)}`,
    ),
    ...reportIf(/\ssrc=""/.test(html), 'has an empty src attribute'),
    ...reportIf(/[\u202a-\u202e\u2066-\u2069]/.test(html), 'has characters that reverse the text direction'),
    ...reportIf(
      findMatches(html, /<img\b([^>]*)>/g).some((attributes) => !/\salt="/.test(attributes)),
      'has a picture without alternative text',
    ),
  ]
}

/** Finds links, buttons and titles without an accessible name. */
function findMissingNames(html: string): string[] {
  const controls = [...html.matchAll(/<(a|button|title)\b([^>]*)>([\s\S]*?)<\/\1>/g)]
  return controls.flatMap(([whole, name = '', attributes = '', inside = '']) => {
    const alternatives = findMatches(inside, /\salt="([^"]*)"/g)
    const accessibleName = [
      ...findMatches(attributes, /\saria-label="([^"]*)"/g),
      getVisibleText(inside),
      ...alternatives,
    ].join('')
    return reportIf(
      !hasVisibleCharacter(decodeEntities(accessibleName)),
      `has a ${name} without an accessible name: ${whole.slice(0, 160)}`,
    )
  })
}

/** Checks parts that every page has: the legal links in the footer, and the purchase dialog. */
function findFrameDefects(html: string, { offer, version }: Facts): string[] {
  const footer = getPart(html, 'footer')
  const missingLegalLinks = ['/terms', '/privacy'].filter(
    (path) => !new RegExp(`<a\\b[^>]*href="${path}"`).test(footer),
  )
  const dialog = getVisibleText(getPart(html, 'dialog'))
  const expectedTexts = [
    ...getPrices(offer),
    String(offer?.introMonths),
    fillPlaceholders(offer?.renewalTerms, offer),
    fillPlaceholders(offer?.priceLine, offer),
  ]
  return [
    ...missingLegalLinks.map((path) => `has no link to ${path} in its footer`),
    ...reportIf(version === undefined, 'cannot sell anything'),
    ...expectedTexts
      .filter((text) => !dialog.includes(text))
      .map((text) => `has a purchase dialog that lacks: ${text}`),
  ]
}

/** Finds missing amounts, missing checkout buttons, and buttons with a wrong label, a wrong version or no terms. */
function findCheckoutDefects(html: string, { document }: ReadPage, { offer, version }: Facts): string[] {
  const forms = [...html.matchAll(/<form class="checkout-form"[\s\S]*?<\/form>/g)].map(([form]) => form)
  const sections = getList(document?.sections).filter(({ hidden }) => hidden !== true)
  const labels = sections
    .map(({ checkoutLabel }) => checkoutLabel)
    .filter((label) => typeof label === 'string' && label !== '')
  const formsInMain = [...getMain(html).matchAll(/<form class="checkout-form"[\s\S]*?<\/form>/g)]
  const buttonLabels = formsInMain.map(([form]) => getVisibleText(form))
  const expectedLabels = labels.map((label) => fillPlaceholders(label, offer))
  const checkoutSections = getMain(html)
    .split('<section')
    .filter((part) => part.includes('class="checkout-form"'))
    .map(getVisibleText)
  const terms = [fillPlaceholders(offer?.shortTerms, offer), fillPlaceholders(offer?.renewalTerms, offer)]
  return [
    ...reportIf(
      forms.some((form) => !form.includes(`value="${version}"`)),
      'has a checkout form with a version of the terms that the checkout refuses',
    ),
    ...reportIf(
      buttonLabels.join('|') !== expectedLabels.join('|'),
      `has wrong checkout buttons: ${buttonLabels.join('|')} instead of ${expectedLabels.join('|')}`,
    ),
    ...reportIf(
      checkoutSections.some((section) => !terms.some((text) => section.includes(text))),
      'has a checkout button without its terms',
    ),
    ...findMissingAmounts(html, sections, offer),
  ]
}

/** Checks that a page with an offer section shows the amounts, the total of the values, and the prices. */
function findMissingAmounts(
  html: string,
  sections: ContentObject[],
  offer: ContentDocument | undefined,
): string[] {
  if (!sections.some(({ _type }) => _type === 'offerSection')) return []
  const text = getVisibleText(getMain(html))
  // Editors can omit the amount from a bonus's line.
  const hasBonusAmounts = !offer?.bonusLine || String(offer.bonusLine).includes('{amount}')
  const countedItems = [...getList(offer?.values), ...(hasBonusAmounts ? getList(offer?.bonuses) : [])]
  const amounts = countedItems.map(({ amount }) => formatMoney(Number(amount)))
  const expectedTexts = [...amounts, formatMoney(computeTotalValue(Object(offer))), ...getPrices(offer)]
  return expectedTexts
    .filter((amount) => !text.includes(amount))
    .map((amount) => `lacks the amount ${amount}`)
}

/** Checks that a legal page has its full text. */
function findLegalTextDefects(html: string, { document }: ReadPage, { offer }: Facts): string[] {
  if (document?._type !== 'legalPage') return []
  const text = getVisibleText(getMain(html))
  const blocks = getList(document.body).map(({ children }) =>
    fillPlaceholders(
      getList(children)
        .map((span) => span.text)
        .join(''),
      offer,
    ),
  )
  const expectedBlocks = blocks.filter(hasVisibleCharacter)
  return [
    ...reportIf(expectedBlocks.length === 0, 'has no legal text'),
    ...expectedBlocks
      .filter((block) => !text.includes(block))
      .map((block) => `lacks ${quoteDifference(block, text)}`),
  ]
}

/** Quotes the expected text around the first character that a page lacks, with control characters escaped. */
function quoteDifference(expected: string, text: string): string {
  let length = expected.length
  while (length > 0 && !text.includes(expected.slice(0, length))) length -= 1
  return JSON.stringify(expected.slice(Math.max(0, length - 20), length + 40))
}

async function findLinkDefects(html: string, { requestStatus, contentLakeOrigin }: Facts): Promise<string[]> {
  const ids = new Set(findMatches(html, /\sid="([^"]*)"/g))
  const hrefs = new Set(findMatches(html, /<a\b[^>]*\shref="([^"]*)"/g).map(decodeEntities))
  const defects: string[] = []
  for (const href of hrefs) {
    if (/\p{Cf}|%E2%80%8B|%EF%BB%BF|%C2%AD/iu.test(href))
      defects.push(`links to ${href}, which has an invisible character`)
    if (href.startsWith('/') && !href.startsWith('//')) {
      const status = await requestStatus(href.replace(/[?#].*$/, ''))
      if (status !== 200) defects.push(`links to ${href}, which has status ${status}`)
    } else if (href.startsWith(`${contentLakeOrigin}/`)) {
      // Pictures and videos are not requested.
    } else if (href.startsWith('#') ? !ids.has(href.slice(1)) : !isExternalTarget(href)) {
      defects.push(`links to ${href}, which has no target`)
    }
  }
  return defects
}

/** Whether a URL can have a target outside of the site. */
function isExternalTarget(href: string): boolean {
  if (href.startsWith('mailto:')) return /^mailto:[^\s@?]+@[^\s@?]+/.test(href)
  if (href.startsWith('tel:')) return /^tel:\+?[\d().-]*\d{3}/.test(href)
  return URL.canParse(href) && new URL(href).protocol === 'https:' && new URL(href).hostname.includes('.')
}

const getMain = (html: string) => getPart(html, 'main')

function getPart(html: string, tag: string): string {
  return new RegExp(`<${tag}\\b[^>]*>[\\s\\S]*</${tag}>`).exec(html)?.[0] ?? ''
}

function findMatches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found)
}

const collapseSpaces = (text: string) => text.replace(/\s+/g, ' ').trim()

function getVisibleText(html: string): string {
  const withoutHiddenText = html.replace(/<span class="sr-only">[^<]*<\/span>/g, '')
  const blocks = withoutHiddenText.replace(/<\/?(?:strong|em|span|b|i|a|bdi|br)\b[^>]*>/g, (tag) =>
    tag.startsWith('<br') ? ' ' : '',
  )
  return collapseSpaces(decodeEntities(blocks.replace(/<[^>]*>/g, ' ')))
}

function hasVisibleCharacter(text: string): boolean {
  return text.replace(/[\p{Z}\p{C}\s\u115f\u1160\u2800\u3164\uffa0]|\u034f/gu, '') !== ''
}

const getList = (value: unknown): ContentObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

const getPrices = (offer: ContentDocument | undefined) => [
  formatMoney(Number(offer?.introPrice)),
  formatMoney(Number(offer?.regularPrice)),
]

const fillPlaceholders = (text: unknown, offer: ContentDocument | undefined) =>
  collapseSpaces(fillOfferValues(String(text ?? ''), formatOfferValues(Object(offer))))

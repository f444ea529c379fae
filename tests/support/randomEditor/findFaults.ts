import { formatOfferValues } from '@/lib/content/offerValues'
import { type ContentDocument, type ContentObject, isObject } from '../contentVariants/documents.ts'
import { emptyElements, headingLevels } from '../markup.ts'

/** A page as a visitor without scripts receives it. */
export type ReadPage = {
  path: string
  status: number
  html: string
  /** The published document that it shows. */
  document: ContentDocument | undefined
}

/** Site-wide data for the checks. */
export type Facts = {
  /** The published offer. */
  offer: ContentDocument | undefined
  /** The version of the terms on which a checkout is accepted; undefined when nothing can be sold. */
  version: string | undefined
  /** The origin of pictures and videos. */
  contentLakeOrigin: string
  /** Requests a URL of this site and returns its status. */
  requestStatus(path: string): Promise<number>
}

/** Finds all visible faults of a page. */
export async function findFaults(page: ReadPage, facts: Facts): Promise<string[]> {
  const expected = page.document?._id === 'notFoundPage' ? 404 : 200
  if (page.status !== expected) return [`answers ${page.status}`]
  const html = page.html.replace(/<(script|style|template)\b[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
  return [
    ...wrongMarkup(html),
    ...wrongNames(html),
    ...wrongFrame(html, facts),
    ...wrongCheckouts(html, page, facts),
    ...wrongData(page.html, facts),
    ...wrongLegalText(html, page, facts),
    ...(await wrongLinks(html, facts)),
  ]
}

const when = (isWrong: boolean, message: string) => (isWrong ? [message] : [])

function wrongMarkup(html: string): string[] {
  const main = getMain(html)
  const levels = headingLevels(main)
  const ids = findMatches(html, /\sid="([^"]*)"/g)
  const braces = /\{[^{}]*\}/.exec(visibleText(html))
  return [
    ...when(html.includes('class="error-page'), 'is the error page'),
    ...emptyElements(html).map((element) => `has an empty element: ${element}`),
    ...when(/undefined|NaN|\[object |>null</.test(html), 'says undefined, NaN, null or [object'),
    ...when(braces !== null, `has a placeholder that is not filled in: ${braces?.[0]}`),
    ...when(levels.filter((level) => level === 1).length !== 1, 'has not one heading of the first level'),
    ...when(
      levels.some((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1),
      `leaves out a level of headings: ${levels.join()}`,
    ),
    ...when(
      new Set(ids).size < ids.length,
      `has an id twice: ${ids.find((id, at) => ids.indexOf(id) !== at)}`,
    ),
    ...when(/\ssrc=""/.test(html), 'has a file without an address'),
    ...when(/[\u202a-\u202e\u2066-\u2069]/.test(html), 'has characters that turn the direction of a text'),
    ...when(
      findMatches(html, /<img\b([^>]*)>/g).some((attributes) => !/\salt="/.test(attributes)),
      'has a picture without alternative text',
    ),
  ]
}

/** Finds links, buttons and titles without an accessible name. */
function wrongNames(html: string): string[] {
  const controls = [...html.matchAll(/<(a|button|title)\b([^>]*)>([\s\S]*?)<\/\1>/g)]
  return controls.flatMap(([whole, name = '', attributes = '', inside = '']) => {
    const alternatives = findMatches(inside, /\salt="([^"]*)"/g)
    const words = [getAttribute(attributes, 'aria-label'), visibleText(inside), ...alternatives].join('')
    return when(!shows(decode(words)), `has a ${name} without words: ${whole.slice(0, 160)}`)
  })
}

/** Checks the header and footer of a page: the legal links and the purchase dialog. */
function wrongFrame(html: string, { offer, version }: Facts): string[] {
  const footer = getPart(html, 'footer')
  const legal = ['/terms', '/privacy'].filter((path) => !new RegExp(`<a\\b[^>]*href="${path}"`).test(footer))
  const dialog = visibleText(getPart(html, 'dialog'))
  const needed = [
    ...getPrices(offer),
    String(offer?.introMonths),
    filled(offer?.renewalTerms, offer),
    filled(offer?.priceLine, offer),
  ]
  return [
    ...legal.map((path) => `has no link to ${path} in its footer`),
    ...when(version === undefined, 'cannot sell anything'),
    ...needed.filter((text) => !dialog.includes(text)).map((text) => `does not say in its box: ${text}`),
  ]
}

/** Finds checkout buttons that are missing, have a wrong target or version, or have no terms beside them. */
function wrongCheckouts(html: string, { document }: ReadPage, { offer, version }: Facts): string[] {
  const forms = [...html.matchAll(/<form class="checkout-form"[\s\S]*?<\/form>/g)].map(([form]) => form)
  const sections = getList(document?.sections).filter(({ hidden }) => hidden !== true)
  const labels = sections
    .map(({ checkoutLabel }) => checkoutLabel)
    .filter((label) => typeof label === 'string' && label !== '')
  const inMain = [...getMain(html).matchAll(/<form class="checkout-form"[\s\S]*?<\/form>/g)]
  const said = inMain.map(([form]) => visibleText(form))
  const expected = labels.map((label) => filled(label, offer))
  const places = getMain(html)
    .split('<section')
    .filter((part) => part.includes('class="checkout-form"'))
    .map(visibleText)
  const terms = [filled(offer?.shortTerms, offer), filled(offer?.renewalTerms, offer)]
  return [
    ...when(
      forms.some((form) => !form.includes(`value="${version}"`)),
      'sells on terms that a checkout refuses',
    ),
    ...when(
      said.join('|') !== expected.join('|'),
      `has other checkout buttons: ${said.join('|')} instead of ${expected.join('|')}`,
    ),
    ...when(
      places.some((place) => !terms.some((text) => place.includes(text))),
      'has a checkout button without its terms',
    ),
    ...findMissingAmounts(html, sections, offer),
  ]
}

/** Checks that the offer section shows its amounts, their total and the prices. */
function findMissingAmounts(
  html: string,
  sections: ContentObject[],
  offer: ContentDocument | undefined,
): string[] {
  if (!sections.some(({ _type }) => _type === 'offerSection')) return []
  const text = visibleText(getMain(html))
  // Editors can omit the amount from a bonus's line.
  const hasBonusAmounts = !offer?.bonusLine || String(offer.bonusLine).includes('{amount}')
  const counted = [...getList(offer?.values), ...(hasBonusAmounts ? getList(offer?.bonuses) : [])]
  const amounts = counted.map(({ amount }) => money(amount))
  const needed = [...amounts, money(getTotal(offer)), ...getPrices(offer)]
  return needed.filter((amount) => !text.includes(amount)).map((amount) => `does not say ${amount}`)
}

/** Checks the texts for search engines. */
function wrongData(html: string, { offer }: Facts): string[] {
  const blocks = findMatches(html, /<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)
  return blocks.flatMap((block) => {
    const data: unknown = JSON.parse(block)
    if (!isObject(data) || data['@type'] !== 'Service' || !isObject(data.offers)) return []
    const cents = [offer?.introPrice, offer?.regularPrice].map((price) => (Number(price) / 100).toFixed(2))
    const prices = getList(data.offers.priceSpecification).map(({ price }) => price)
    return when(prices.join() !== cents.join(), `tells search engines of ${prices.join()}`)
  })
}

/** Checks that a legal page has its full text. */
function wrongLegalText(html: string, { document }: ReadPage, { offer }: Facts): string[] {
  if (document?._type !== 'legalPage') return []
  const text = visibleText(getMain(html))
  const blocks = getList(document.body).map(({ children }) =>
    filled(
      getList(children)
        .map((span) => span.text)
        .join(''),
      offer,
    ),
  )
  const words = blocks.filter(shows)
  return [
    ...when(words.length === 0, 'has no legal text'),
    ...words.filter((block) => !text.includes(block)).map((block) => `lacks ${missingPart(block, text)}`),
  ]
}

/** Compares a text, and quotes a difference so that invisible characters are visible. */
function missingPart(wanted: string, text: string): string {
  let length = wanted.length
  while (length > 0 && !text.includes(wanted.slice(0, length))) length -= 1
  return JSON.stringify(wanted.slice(Math.max(0, length - 20), length + 40))
}

async function wrongLinks(html: string, { requestStatus, contentLakeOrigin }: Facts): Promise<string[]> {
  const ids = new Set(findMatches(html, /\sid="([^"]*)"/g))
  const hrefs = new Set(findMatches(html, /<a\b[^>]*\shref="([^"]*)"/g).map(decode))
  const wrong: string[] = []
  for (const href of hrefs) {
    if (/\p{Cf}|%E2%80%8B|%EF%BB%BF|%C2%AD/iu.test(href))
      wrong.push(`links to ${href}, with an invisible character`)
    if (href.startsWith('/') && !href.startsWith('//')) {
      const status = await requestStatus(href.replace(/[?#].*$/, ''))
      if (status !== 200) wrong.push(`links to ${href}, which answers ${status}`)
    } else if (href.startsWith(`${contentLakeOrigin}/`)) {
    } else if (href.startsWith('#') ? !ids.has(href.slice(1)) : !isUrl(href)) {
      wrong.push(`links to ${href}, which leads nowhere`)
    }
  }
  return wrong
}

/** Whether a URL can have a target outside of the site. */
function isUrl(href: string): boolean {
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

function getAttribute(attributes: string, name: string): string {
  return findMatches(attributes, new RegExp(`\\s${name}="([^"]*)"`, 'g'))[0] ?? ''
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

const decode = (text: string) => text.replaceAll(/&([\w#]+);/g, (whole, name) => entities[name] ?? whole)

const folded = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Returns the visible text of a part of a page. */
function visibleText(html: string): string {
  const seen = html.replace(/<span class="sr-only">[^<]*<\/span>/g, '')
  const blocks = seen.replace(/<\/?(?:strong|em|span|b|i|a|bdi|br)\b[^>]*>/g, (tag) =>
    tag.startsWith('<br') ? ' ' : '',
  )
  return folded(decode(blocks.replace(/<[^>]*>/g, ' ')))
}

/** Whether a text has a visible character. */
function shows(text: string): boolean {
  return text.replace(/[\p{Z}\p{C}\s\u115f\u1160\u2800\u3164\uffa0]|\u034f/gu, '') !== ''
}

const getList = (value: unknown): ContentObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** Formats an amount independently of the site's code. */
function money(cents: unknown): string {
  const dollars = Number(cents) / 100
  const decimals = Number.isInteger(dollars) ? 0 : 2
  return `$${dollars.toFixed(decimals).replace(/\B(?=(\d{3})+(?!\d))/g, ',')}`
}

const getPrices = (offer: ContentDocument | undefined) => [
  money(offer?.introPrice),
  money(offer?.regularPrice),
]

const getTotal = (offer: ContentDocument | undefined) =>
  getList(offer?.values).reduce((sum, { amount }) => sum + Number(amount), 0)

/** Fills in the offer placeholders independently of the site's code. */
function filled(text: unknown, offer: ContentDocument | undefined): string {
  const count = (name: string) =>
    String(getList(offer?.inclusions).find(({ counts }) => counts === name)?.quantity ?? '')
  const [introPrice, regularPrice] = getPrices(offer)
  const values: Record<string, string | undefined> = {
    introPrice,
    regularPrice,
    months: String(offer?.introMonths),
    totalValue: money(getTotal(offer)),
    hours: count('hours'),
    clips: count('clips'),
    cameras: count('cameras'),
    noticeDays: formatOfferValues(null).noticeDays,
  }
  return folded(String(text ?? '').replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole))
}

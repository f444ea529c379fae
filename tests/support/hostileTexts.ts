import type { HostileCase } from './hostileCases.ts'

const createLink = (fields: object) => ({ _type: 'link', _key: 'x', label: 'A link', ...fields })
const createRedirect = (fields: object) => ({
  _type: 'redirect',
  _key: 'x',
  match: 'exact',
  status: '301',
  ...fields,
})
const createBlock = (text: string) => ({
  _type: 'block',
  _key: 'x',
  style: 'normal',
  markDefs: [],
  children: [{ _type: 'span', _key: 's', text, marks: [] }],
})

/**
 * Texts that are invisible, misleading or without words, unsupported placeholders, inclusions with a wrong unit,
 * emails, URLs and redirects without a target or with an invisible character, and link names that every page has
 * already.
 */
export const hostileTexts: HostileCase[] = [
  ...['\u200b', '\u00ad\u2060', '\u3164', '\u2800 '].map((value) => ({
    name: `a label of invisible characters (U+${value.codePointAt(0)?.toString(16)})`,
    id: 'siteSettings',
    changedPath: ['checkoutLabel'],
    value,
    path: 'checkoutLabel',
    message: /only invisible characters/,
  })),
  {
    name: 'a line of invisible characters',
    id: 'successPage',
    changedPath: ['benefits', 0],
    value: '\u200b',
    path: 'benefits',
    message: /A line is empty/,
  },
  {
    name: 'an alternative text of invisible characters',
    id: 'gallery',
    changedPath: ['images', 0, 'alt'],
    value: '\u200b\u200b\u200b\u200b\u200b',
    path: 'images[record-lamp].alt',
    message: /only invisible characters/,
  },
  {
    name: 'short terms with reversed text direction',
    id: 'offer',
    changedPath: ['shortTerms'],
    value: '\u202e{introPrice} a month for {months} months, then {regularPrice}.',
    path: 'shortTerms',
    message: /reverses its direction/,
  },
  {
    name: 'a paragraph with reversed text direction',
    id: 'legalPage-terms',
    changedPath: ['body', 0],
    value: createBlock('\u2067Cancel anytime'),
    path: 'body[x]',
    message: /reverses its direction/,
  },
  {
    name: 'a placeholder that legal texts do not support',
    id: 'legalPage-terms',
    changedPath: ['body', 0],
    value: createBlock('Last updated: {date}'),
    path: 'body[x]',
    message: /isn’t a placeholder of this text/,
  },
  {
    name: 'two inclusions with the same unit',
    id: 'offer',
    changedPath: ['inclusions', 0, 'counts'],
    value: 'clips',
    path: 'inclusions',
    message: /Two inclusions count “Clips”/,
  },
  {
    name: 'a placeholder that no inclusion counts anymore',
    id: 'offer',
    changedPath: ['inclusions', 0, 'counts'],
    value: 'other',
    path: 'inclusions',
    message: /No inclusion counts {hours} anymore, but these texts use it: Offer/,
  },
  {
    name: 'a legal text without words',
    id: 'legalPage-terms',
    changedPath: ['body'],
    value: [createBlock(''), createBlock(' \u200b')],
    path: 'body',
    message: /A legal page needs its text/,
  },
  {
    name: 'a legal text without paragraphs',
    id: 'legalPage-privacy',
    changedPath: ['body'],
    value: [],
    path: 'body',
    message: /A legal page needs its text/,
  },
  {
    name: 'an answer without words',
    id: 'servicesPage',
    changedPath: ['sections', 4, 'questions', 0, 'answer'],
    value: [createBlock(' ')],
    path: 'sections[questions].questions[what-it-covers].answer',
    message: /Enter the answer/,
  },
  ...['mailto:', 'mailto:?subject=x', 'mailto:nobody', 'tel:', 'tel:+', 'tel:abc'].map((url) => ({
    name: `a link to ${url}`,
    id: 'siteSettings',
    changedPath: ['socialLinks'],
    value: [createLink({ kind: 'url', url })],
    path: 'socialLinks[x].url',
    message: url.startsWith('mailto') ? /no email address/ : /no telephone number/,
  })),
  {
    name: 'a redirect without a target',
    id: 'redirects',
    changedPath: ['rules'],
    value: [createRedirect({ from: '/old' })],
    path: 'rules[x].to',
    message: /Enter the new path or URL/,
  },
  ...['\u200b', '\ufeff', '\u202a', '\u00ad', '\u2028'].flatMap((character) => {
    const code = `U+${character.codePointAt(0)?.toString(16).padStart(4, '0')}`
    const url = `https://example.com/pod${character}cast`
    const message = /invisible character/
    return [
      {
        name: `an email with ${code}`,
        id: 'siteSettings',
        changedPath: ['contactEmail'],
        value: `hello@exam${character}ple.com`,
        path: 'contactEmail',
        message,
      },
      {
        name: `a link with ${code} in its URL`,
        id: 'siteSettings',
        changedPath: ['socialLinks'],
        value: [createLink({ kind: 'url', url })],
        path: 'socialLinks[x].url',
        message,
      },
      {
        name: `a canonical URL with ${code}`,
        id: 'aboutPage',
        changedPath: ['seo', 'canonical'],
        value: url,
        path: 'seo.canonical',
        message,
      },
      {
        name: `a redirect from a path with ${code}`,
        id: 'redirects',
        changedPath: ['rules'],
        value: [createRedirect({ from: `/old${character}page`, to: '/services' })],
        path: 'rules[x].from',
        message,
      },
    ]
  }),
  ...['content', 'site-menu', 'offer-dialog', 'offer-dialog-heading'].map((value) => ({
    name: `a link name that every page has already, ${value}`,
    id: 'homePage',
    changedPath: ['sections', 7, 'anchor'],
    value,
    path: 'sections[who-this-is-for].anchor',
    message: /already used on every page/,
  })),
]

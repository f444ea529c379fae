import type { HostileCase } from './hostileCases.ts'

const link = (fields: object) => ({ _type: 'link', _key: 'x', label: 'A link', ...fields })
const rule = (fields: object) => ({ _type: 'redirect', _key: 'x', match: 'exact', status: '301', ...fields })
const block = (text: string) => ({
  _type: 'block',
  _key: 'x',
  style: 'normal',
  markDefs: [],
  children: [{ _type: 'span', _key: 's', text, marks: [] }],
})

/** Values that are not empty, but are invisible or misleading. */
export const hostileTexts: HostileCase[] = [
  ...['\u200b', '\u00ad\u2060', '\u3164', '\u2800 '].map((value) => ({
    name: `a label of invisible characters (U+${value.codePointAt(0)?.toString(16)})`,
    id: 'siteSettings',
    at: ['checkoutLabel'],
    value,
    path: 'checkoutLabel',
    says: /only invisible characters/,
  })),
  {
    name: 'a line of invisible characters',
    id: 'successPage',
    at: ['benefits', 0],
    value: '\u200b',
    path: 'benefits',
    says: /A line is empty/,
  },
  {
    name: 'an alternative text of invisible characters',
    id: 'gallery',
    at: ['images', 0, 'alt'],
    value: '\u200b\u200b\u200b\u200b\u200b',
    path: 'images[record-lamp].alt',
    says: /only invisible characters/,
  },
  {
    name: 'a price that reads from its end',
    id: 'offer',
    at: ['shortTerms'],
    value: '\u202e{introPrice} a month for {months} months, then {regularPrice}.',
    path: 'shortTerms',
    says: /reverses its direction/,
  },
  {
    name: 'a paragraph that reads from its end',
    id: 'legalPage-terms',
    at: ['body', 0],
    value: block('\u2067Cancel anytime'),
    path: 'body[x]',
    says: /reverses its direction/,
  },
  {
    name: 'a placeholder that no legal text has',
    id: 'legalPage-terms',
    at: ['body', 0],
    value: block('Last updated: {date}'),
    path: 'body[x]',
    says: /isn’t a placeholder of this text/,
  },
  {
    name: 'two inclusions that count the same',
    id: 'offer',
    at: ['inclusions', 0, 'counts'],
    value: 'clips',
    path: 'inclusions',
    says: /Two inclusions count “Clips”/,
  },
  {
    name: 'a number of the offer that nothing counts any more',
    id: 'offer',
    at: ['inclusions', 0, 'counts'],
    value: 'other',
    path: 'inclusions',
    says: /No inclusion counts {hours} anymore, but these texts use it: Offer/,
  },
  {
    name: 'a legal text without words',
    id: 'legalPage-terms',
    at: ['body'],
    value: [block(''), block(' \u200b')],
    path: 'body',
    says: /A legal page needs its text/,
  },
  {
    name: 'a legal text without paragraphs',
    id: 'legalPage-privacy',
    at: ['body'],
    value: [],
    path: 'body',
    says: /A legal page needs its text/,
  },
  {
    name: 'an answer without words',
    id: 'servicesPage',
    at: ['sections', 4, 'questions', 0, 'answer'],
    value: [block(' ')],
    path: 'sections[questions].questions[what-it-covers].answer',
    says: /Enter the answer/,
  },
  ...['mailto:', 'mailto:?subject=x', 'mailto:nobody', 'tel:', 'tel:+', 'tel:abc'].map((url) => ({
    name: `a link to ${url}`,
    id: 'siteSettings',
    at: ['socialLinks'],
    value: [link({ kind: 'url', url })],
    path: 'socialLinks[x].url',
    says: url.startsWith('mailto') ? /no email address/ : /no telephone number/,
  })),
  {
    name: 'a redirect to nowhere',
    id: 'redirects',
    at: ['rules'],
    value: [rule({ from: '/old' })],
    path: 'rules[x].to',
    says: /Enter the new path or URL/,
  },
  ...['\u200b', '\ufeff', '\u202a', '\u00ad', '\u2028'].flatMap((character) => {
    const code = `U+${character.codePointAt(0)?.toString(16).padStart(4, '0')}`
    const url = `https://example.com/pod${character}cast`
    const says = /invisible character/
    return [
      {
        name: `an email with ${code}`,
        id: 'siteSettings',
        at: ['contactEmail'],
        value: `hello@exam${character}ple.com`,
        path: 'contactEmail',
        says,
      },
      {
        name: `a link with ${code} in its URL`,
        id: 'siteSettings',
        at: ['socialLinks'],
        value: [link({ kind: 'url', url })],
        path: 'socialLinks[x].url',
        says,
      },
      {
        name: `a canonical URL with ${code}`,
        id: 'aboutPage',
        at: ['seo', 'canonical'],
        value: url,
        path: 'seo.canonical',
        says,
      },
      {
        name: `a redirect from a path with ${code}`,
        id: 'redirects',
        at: ['rules'],
        value: [rule({ from: `/old${character}page`, to: '/services' })],
        path: 'rules[x].from',
        says,
      },
    ]
  }),
  ...['content', 'site-menu', 'offer-dialog', 'offer-dialog-heading'].map((value) => ({
    name: `a link name that every page has already, ${value}`,
    id: 'homePage',
    at: ['sections', 7, 'anchor'],
    value,
    path: 'sections[who-this-is-for].anchor',
    says: /already used on every page/,
  })),
]

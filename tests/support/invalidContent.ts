const asset = { _type: 'reference', _ref: 'image-0123456789abcdef0123456789abcdef01234567-1600x900-jpg' }
const link = (fields: object) => ({ _type: 'link', _key: 'x', label: 'A link', ...fields })
const redirect = (fields: object) => ({
  _type: 'redirect',
  _key: 'x',
  match: 'exact',
  status: '301',
  ...fields,
})
const block = (text: string) => ({
  _type: 'block',
  _key: 'x',
  style: 'normal',
  markDefs: [],
  children: [{ _type: 'span', _key: 's', text, marks: [] }],
})
const createTestimonials = (fields: object) => ({
  _type: 'testimonialsSection',
  _key: 'x',
  heading: 'What members say',
  testimonials: [{ _key: 't', _type: 'testimonial', quote: 'It is quiet.', name: 'Ana', ...fields }],
})
const youTubeVideo = { _type: 'video', title: 'A film', source: 'youtube', url: 'https://evil.example/watch' }

/**
 * An invalid or inadvisable change to the seed: the document's id and the field's path, its value (undefined removes
 * the field), the message for the editor, and the finding's path if it differs from the field's.
 */
export type InvalidContent = readonly [target: string, value: unknown, message: RegExp, findingPath?: string]

/** Content that the schemas must refuse. */
export const invalidContent: InvalidContent[] = [
  [
    'aboutPage sections',
    [{ _type: 'statsSection', _key: 'x', hidden: true }],
    /visitors would see an empty page/,
  ],
  [
    'gallery images.0',
    { _type: 'captionedPicture', _key: 'x', asset },
    /Every picture needs alternative text/,
    'images[x].alt',
  ],
  ['gallery images.0', { _type: 'captionedPicture', _key: 'x', alt: 'A lamp' }, /Choose a picture/],
  ['offer introPrice', -99700, /more than zero/],
  ['offer regularPrice', 0, /more than zero/],
  ['offer values.0.amount', 997.5, /isn’t a dollar amount/],
  ['offer introPrice', 99700000, /an extra zero/],
  ['offer introPrice', '99700', /.+/],
  ['offer introPrice', undefined, /Fill in “Introductory price”/],
  ['offer introMonths', 1.5, /whole number from 1 to 24/],
  [
    'offer priceLine',
    '{price}, {introPrice}, {months}, {regularPrice}',
    /“{price}” isn’t a placeholder for this text\. Valid/,
  ],
  [
    'offer renewalTerms',
    `$997 for {months} months, then {regularPrice}. ${'Cancel anytime. '.repeat(9)}`,
    /{introPrice} is missing/,
  ],
  ['messages video', { play: 'Play {title' }, /Unmatched { or }\. Valid placeholders: {title}/, 'video.play'],
  ['messages subscription', { ending: 'Canceled.' }, /{date} is missing/, 'subscription.ending'],
  ['homePage sections.0.heading', 'Only {email}', /“{email}” isn’t a placeholder for this text/],
  [
    'homePage sections.0.heading',
    'Talk '.repeat(30),
    /has 150 characters, but the limit is 90\. Shorten it by 60/,
  ],
  ['homePage sections.0.heading', '   ', /contains only spaces/],
  ['homePage sections.0.heading', undefined, /Fill in “Heading”/],
  ['aboutPage seo.description', 'About us.', /Enter at least 50/],
  ['aboutPage seo', undefined, /title and the description/],
  ['homePage sections.1._key', 'hero', /same internal key/, 'sections[hero]'],
  ['homePage sections', [], /at least one section/],
  ['homePage sections.0.video', youTubeVideo, /isn’t the URL of a YouTube video/, 'sections[hero].video.url'],
  ['homePage sections.0.video.file', undefined, /Upload the video/],
  ['homePage sections.0.video.poster', undefined, /Choose a picture/],
  ['offer introPrice', 199700, /higher than the regular price.*swapped/],
  ['offer introPrice', 49, /at least \$0\.50/],
  ['siteSettings contactEmail', 'hello at example.com', /should look like name@example.com/],
  ['siteSettings contactPhone', '- - - - -', /isn’t a valid phone number/],
  [
    'aboutPage sections.0',
    createTestimonials({ consent: '2999-01-01' }),
    /in the future/,
    'sections[x].testimonials[t].consent',
  ],
  ['siteSettings footerLinks', [link({ kind: 'page', page: '/privacy' })], /no link to “Terms”/],
  ['aboutPage seo.canonical', 'http://example.com/about', /has to start with https/],
  ['aboutPage seo.canonical', 'https:///about', /“about” isn’t a website’s domain name/],
  ['redirects rules', [redirect({ from: '/old', to: '/old' })], /points to itself/, 'rules[x].to'],
  [
    'redirects rules',
    [redirect({ from: '/about', to: '/services' })],
    /is the page “About”/,
    'rules[x].from',
  ],
  [
    'legalPage-terms body.2.markDefs.0',
    { _type: 'textLink', _key: 'x', kind: 'url', url: 'data:text/html,<script>' },
    /“data:” links/,
    'body[what-the-membership-covers-text-1].markDefs[x].url',
  ],
  ['homePage sections.10.anchor', 'offer', /have the link name “offer”/],
  ['homePage sections.10.anchor', 'Who this is for', /lowercase letters, digits and hyphens/],
  ['siteSettings checkoutLabel', '\u200b', /only invisible characters/],
  ['siteSettings checkoutLabel', '\u00ad\u2060', /only invisible characters/],
  ['siteSettings checkoutLabel', '\u3164', /only invisible characters/],
  ['successPage benefits.0', '\u200b', /A line is empty/, 'benefits'],
  ['gallery images.0.alt', '\u200b\u200b\u200b\u200b\u200b', /only invisible characters/],
  [
    'offer shortTerms',
    '\u202e{introPrice} a month for {months} months, then {regularPrice}.',
    /reverses its direction/,
  ],
  ['legalPage-terms body.0', block('\u2067Cancel anytime'), /reverses its direction/],
  ['legalPage-terms body.0', block('Last updated: {date}'), /isn’t a placeholder for this text/],
  ['offer inclusions.0.counts', 'clips', /Two inclusions count “Clips”/, 'inclusions'],
  [
    'offer inclusions.0.counts',
    'other',
    /No inclusion sets {hours} anymore, but these documents use it: Offer/,
    'inclusions',
  ],
  ['legalPage-terms body', [block(''), block(' \u200b')], /A legal page needs text/],
  ['legalPage-privacy body', [], /A legal page needs text/],
  ['redirects rules', [redirect({ from: '/old' })], /Enter the new path or URL/, 'rules[x].to'],
  ['homePage sections.10.anchor', 'content', /already used on every page/],
  ['homePage sections.10.anchor', 'offer-dialog', /already used on every page/],
  // Links: the link's fields, the field with the error, and the message.
  ...(
    [
      [{ kind: 'url', url: 'javascript:alert(1)' }, 'url', /“javascript:” links don’t work here/],
      [{ kind: 'url', url: 'JavaScript:alert(1)' }, 'url', /“javascript:” links/],
      [{ kind: 'url', url: 'http://example.com' }, 'url', /“http:” links/],
      [{ kind: 'page', page: '/account' }, 'page', /Visitors can’t open any page/],
      [{ kind: 'url', url: `https://example.com/${'x'.repeat(2000)}` }, 'url', /at most 2,000/],
      [{ kind: 'url', url: 'example.com/page' }, 'url', /should look like https:\/\/example.com/],
      [{ kind: 'page' }, 'page', /Choose the page/],
      [{ kind: 'page', page: '/no/such-page' }, 'page', /.+/],
      [
        { kind: 'script' },
        'kind',
        /has to be one of “A page of this site”, “The contact form”, “Another URL”/,
      ],
      [{ kind: 'url', url: 'mailto:' }, 'url', /no email/],
      [{ kind: 'url', url: 'mailto:?subject=x' }, 'url', /no email/],
      [{ kind: 'url', url: 'tel:' }, 'url', /no telephone number/],
      [{ kind: 'url', url: 'tel:abc' }, 'url', /no telephone number/],
    ] as const
  ).map(
    ([fields, field, message]): InvalidContent => [
      'siteSettings navigation.0',
      link(fields),
      message,
      `navigation[x].${field}`,
    ],
  ),
  ...['\u200b', '\ufeff', '\u202a', '\u00ad', '\u2028'].flatMap((character): InvalidContent[] => {
    const url = `https://example.com/pod${character}cast`
    const message = /invisible character/
    return [
      ['siteSettings contactEmail', `hello@exam${character}ple.com`, message],
      ['siteSettings socialLinks', [link({ kind: 'url', url })], message, 'socialLinks[x].url'],
      ['aboutPage seo.canonical', url, message],
      [
        'redirects rules',
        [redirect({ from: `/old${character}page`, to: '/services' })],
        message,
        'rules[x].from',
      ],
    ]
  }),
]

/** Content about which the schemas must warn. */
export const inadvisableContent: InvalidContent[] = [
  ['gallery images.0.alt', 'IMG_2041.jpg', /is a file name/],
  ['homePage sections.0.video.captions', undefined, /people who can’t hear/],
  [
    'homePage sections.10.audiences.2',
    undefined,
    /designed for 3 items in “Audiences”, but there are 2/,
    'sections[who-this-is-for].audiences',
  ],
  ['offer introPrice', 149700, /same as the regular price/, ''],
  ['notFoundPage html', '<script>', /does not exist/],
  [
    'aboutPage sections.0',
    createTestimonials({}),
    /don’t see this testimonial, because there’s no consent date\. Ask Ana/,
    'sections[x].testimonials[t].consent',
  ],
]

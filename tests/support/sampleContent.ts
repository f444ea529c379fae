import type { ContentDocument, ContentObject } from './documents.ts'

/*
 * Content for the kinds of sections that the seed leaves empty or does not use. For tests only: the site must not show
 * invented people, quotes and episodes.
 */

const createPicture = (file: string): ContentObject => ({
  _type: 'picture',
  _sanityAsset: `image@file://./images/${file}.jpg`,
  alt: 'A picture that stands for another one.',
})

const createParagraphs = (...texts: string[]): ContentObject[] =>
  texts.map((text, index) => ({
    _key: `paragraph-${index + 1}`,
    _type: 'block',
    style: 'normal',
    markDefs: [],
    children: [{ _key: 'text', _type: 'span', marks: [], text }],
  }))

const createTable = (...rows: string[][]): ContentObject => ({
  _key: 'table',
  _type: 'table',
  headerRows: 1,
  rows: rows.map((cells, row) => ({
    _key: `row-${row}`,
    _type: 'row',
    cells: cells.map((text, column) => ({
      _key: `cell-${column}`,
      _type: 'cell',
      value: createParagraphs(text),
    })),
  })),
})

const sampleSentence = 'This sentence stands for the words of somebody who has agreed to be quoted here'

const createTestimonial = (position: number, overrides: ContentObject = {}): ContentObject => ({
  _key: `testimonial-${position}`,
  _type: 'testimonial',
  quote: `${sampleSentence}, in the ${position}. place of this list.`,
  name: `Sample Member ${position}`,
  consent: '2026-01-15',
  ...overrides,
})

const createEpisode = (position: number, overrides: ContentObject = {}): ContentObject => ({
  _key: `episode-${position}`,
  _type: 'episode',
  title: `The title of sample episode ${position}`,
  show: 'A sample podcast',
  video: {
    _type: 'video',
    title: `Sample episode ${position}`,
    source: 'youtube',
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    poster: createPicture(position % 2 ? 'promo-poster' : 'tour-poster'),
  },
  ...overrides,
})

/** One section of each kind that the seed does not fill. */
export const sampleSections: readonly ContentObject[] = [
  {
    _key: 'testimonials',
    _type: 'testimonialsSection',
    anchor: 'testimonials',
    heading: 'What members say',
    intro: 'A sentence about those who say it.',
    testimonials: [
      createTestimonial(1, { role: 'Host of a sample podcast', picture: createPicture('mission') }),
      createTestimonial(2, { quote: `${sampleSentence}. ${sampleSentence}. ${sampleSentence}.` }),
      createTestimonial(3, { consent: undefined, quote: 'Nobody may read this without consent.' }),
    ],
  },
  {
    _key: 'logos',
    _type: 'logosSection',
    anchor: 'logos',
    heading: 'Recorded here',
    logos: ['Sample Show', 'A Longer Name of a Show', 'Third', 'Fourth Sample', 'Fifth'].map(
      (name, position) => ({
        _key: `logo-${position + 1}`,
        _type: 'logo',
        name,
        picture: { _type: 'image', _sanityAsset: 'image@file://./images/gallery-microphone.jpg' },
      }),
    ),
  },
  {
    _key: 'text-block',
    _type: 'textBlockSection',
    anchor: 'text',
    heading: 'A heading beside a text',
    text: [
      ...createParagraphs(
        `${sampleSentence}. ${sampleSentence}.`,
        `${sampleSentence}. ${sampleSentence}. ${sampleSentence}.`,
      ),
      createTable(['Part', 'Hours', 'People'], ['Recording', 'Two', 'A technician']),
    ],
  },
  {
    _key: 'text-picture',
    _type: 'textPictureSection',
    anchor: 'text-picture',
    heading: 'A text with a picture',
    text: createParagraphs(`${sampleSentence}.`, `${sampleSentence}.`),
    picture: createPicture('gallery-round-table'),
    side: 'left',
  },
  {
    _key: 'episodes',
    _type: 'episodesSection',
    anchor: 'episodes',
    heading: 'Made in this room',
    intro: 'A sentence about the episodes.',
    episodes: [createEpisode(1, { text: `${sampleSentence}.` }), createEpisode(2), createEpisode(3)],
  },
  {
    _key: 'team',
    _type: 'teamSection',
    anchor: 'team',
    heading: 'The people in the room',
    intro: 'A sentence about the people.',
    people: [
      {
        _key: 'person-1',
        _type: 'person',
        name: 'Sample Person',
        role: 'Recording',
        text: `${sampleSentence}.`,
        picture: createPicture('about'),
      },
      { _key: 'person-2', _type: 'person', name: 'Another Sample', role: 'Editing' },
    ],
  },
]

/** A landing page with all sample sections. */
export const sampleLandingPage: ContentDocument = {
  _id: 'landing-page-of-tests',
  _type: 'landingPage',
  title: 'A page of the tests',
  path: '/podcast-for-coaches',
  sections: [
    {
      _key: 'intro',
      _type: 'pageIntroSection',
      heading: 'A podcast for coaches',
      lead: 'A sentence that opens the page.',
      picture: createPicture('services'),
    },
    ...sampleSections,
    {
      _key: 'start',
      _type: 'callToActionSection',
      anchor: 'start',
      heading: 'A heading that closes the page',
      checkoutLabel: 'Secure My Spot Now',
    },
  ],
  seo: {
    _type: 'seo',
    title: 'A podcast for coaches',
    description: 'A description of a page that exists in tests alone, long enough for search engines.',
  },
}

/** Adds {@link sampleLandingPage} to documents. */
export function withSamples(documents: readonly ContentDocument[]): ContentDocument[] {
  return [...documents, sampleLandingPage]
}

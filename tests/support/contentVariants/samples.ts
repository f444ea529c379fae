import type { ContentDocument, ContentObject } from './documents.ts'

/**
 * Content for the sections that the seed leaves empty, since people, quotes and episodes must not be invented. For
 * tests only.
 */

const picture = (file: string): ContentObject => ({
  _type: 'picture',
  _sanityAsset: `image@file://./images/${file}.jpg`,
  alt: 'A picture that stands for another one.',
})

const paragraphs = (...texts: string[]): ContentObject[] =>
  texts.map((text, index) => ({
    _key: `paragraph-${index + 1}`,
    _type: 'block',
    style: 'normal',
    markDefs: [],
    children: [{ _key: 'text', _type: 'span', marks: [], text }],
  }))

const words = 'This sentence stands for the words of somebody who has agreed to be quoted here'

const testimonial = (at: number, more: ContentObject = {}): ContentObject => ({
  _key: `testimonial-${at}`,
  _type: 'testimonial',
  quote: `${words}, in the ${at}. place of this list.`,
  name: `Sample Member ${at}`,
  consent: '2026-01-15',
  ...more,
})

const episode = (at: number, more: ContentObject = {}): ContentObject => ({
  _key: `episode-${at}`,
  _type: 'episode',
  title: `The title of sample episode ${at}`,
  show: 'A sample podcast',
  video: {
    _type: 'video',
    title: `Sample episode ${at}`,
    source: 'youtube',
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    poster: picture(at % 2 ? 'promo-poster' : 'tour-poster'),
  },
  ...more,
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
      testimonial(1, { role: 'Host of a sample podcast', picture: picture('mission') }),
      testimonial(2, { quote: `${words}. ${words}. ${words}.` }),
      testimonial(3, { consent: undefined, quote: 'Nobody may read this without consent.' }),
    ],
  },
  {
    _key: 'logos',
    _type: 'logosSection',
    anchor: 'logos',
    heading: 'Recorded here',
    logos: ['Sample Show', 'A Longer Name of a Show', 'Third', 'Fourth Sample', 'Fifth'].map((name, at) => ({
      _key: `logo-${at + 1}`,
      _type: 'logo',
      name,
      picture: { _type: 'image', _sanityAsset: 'image@file://./images/gallery-microphone.jpg' },
    })),
  },
  {
    _key: 'text-block',
    _type: 'textBlockSection',
    anchor: 'text',
    heading: 'A heading beside a text',
    text: paragraphs(`${words}. ${words}.`, `${words}. ${words}. ${words}.`),
  },
  {
    _key: 'text-picture',
    _type: 'textPictureSection',
    anchor: 'text-picture',
    heading: 'A text with a picture',
    text: paragraphs(`${words}.`, `${words}.`),
    picture: picture('gallery-round-table'),
    side: 'left',
  },
  {
    _key: 'episodes',
    _type: 'episodesSection',
    anchor: 'episodes',
    heading: 'Made in this room',
    intro: 'A sentence about the episodes.',
    episodes: [episode(1, { text: `${words}.` }), episode(2), episode(3)],
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
        text: `${words}.`,
        picture: picture('about'),
      },
      { _key: 'person-2', _type: 'person', name: 'Another Sample', role: 'Editing' },
    ],
  },
]

/** A landing page with all of them. */
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
      picture: picture('services'),
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

/** The documents of an export with {@link sampleLandingPage}. */
export function withSamples(documents: readonly ContentDocument[]): ContentDocument[] {
  return [...documents, sampleLandingPage]
}

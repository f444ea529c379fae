import type { ContentDocument } from './documents.ts'

/** A landing page, since the seed has none. */
export const sampleLandingPage = {
  _id: 'test-landing-page',
  _type: 'landingPage',
  title: 'A page of the tests',
  path: '/podcast-for-coaches',
  sections: [
    {
      _key: 'intro',
      _type: 'pageIntroSection',
      heading: 'A podcast for coaches',
      lead: 'A sentence that opens the page.',
    },
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
} satisfies ContentDocument

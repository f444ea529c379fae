/** The section with the whole offer, on Services. Apart from the table of pages, which visitors do not load. */
export const offerPath = '/services#offer'

/** Where the whole offer stands. */
export const offerPath = '/services#offer'

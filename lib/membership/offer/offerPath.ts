/** The path of the full offer. In its own file, so that visitors' scripts do not include `lib/pages.ts`. */
export const offerPath = '/services#offer'

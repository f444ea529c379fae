/** Where the whole offer stands: its section on Services. Apart from the table of pages, which no visitor needs to load. */
export const offerPath = '/services#offer'

/** The id of the box that a `SpotLink` opens. */
export const offerDialogId = 'offer-dialog'

/** Where the whole offer stands. */
export const offerPath = '/services#offer'

/** The path of the full offer. It has its own file so that visitors' scripts do not include `lib/pages.ts`. */
export const offerPath = '/services#offer'

/** The path of the same offer after “Back” in Checkout. Its fragment reveals a note that nothing was charged. */
export const checkoutCanceledPath = '/services#checkout-canceled'

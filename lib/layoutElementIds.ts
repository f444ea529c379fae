/** Ids of the site's own elements, which a section's link name (`anchor`) must not equal. */
export const layoutElementIds = {
  content: 'content',
  menu: 'site-menu',
  checkoutCanceled: 'checkout-canceled',
  offer: 'offer-dialog',
  offerHeading: 'offer-dialog-heading',
  offerSignIn: 'offer-dialog-sign-in',
  offerEmail: 'offer-dialog-email',
  offerEmailError: 'offer-dialog-email-error',
} as const

/** Whether an id is one of {@link layoutElementIds}. */
export function isLayoutElementId(id: string): boolean {
  return Object.values<string>(layoutElementIds).includes(id)
}

/** Ids that every page has in its frame. A section cannot have one of them as its link name. */
export const frameIds = {
  content: 'content',
  menu: 'site-menu',
  offer: 'offer-dialog',
  offerHeading: 'offer-dialog-heading',
  offerSignIn: 'offer-dialog-sign-in',
  offerEmail: 'offer-dialog-email',
  offerEmailError: 'offer-dialog-email-error',
} as const

/** Whether an id belongs to the frame of every page. */
export function isFrameId(id: string): boolean {
  return Object.values<string>(frameIds).includes(id)
}

import type Stripe from 'stripe'
import { getId } from './stripe'

/** The one product that is a membership, under our own id, so that it cannot be created twice. */
export const productId = 'creators-circle-membership'

/** Always names the price that new members pay. */
export const lookupKey = 'membership_monthly'

/** The beginning of the ids of our coupons; their amounts and months follow. */
export const introPrefix = 'intro-'

/** Whether a coupon is that of an introductory price. */
export function isIntroCoupon(id: string | undefined): boolean {
  return id?.startsWith(introPrefix) ?? false
}

/**
 * The metadata of the site's checkouts and guest customers, so that those of other shops in the account stay
 * untouched.
 */
export const siteMetadata = { product: productId }

/**
 * The item of a subscription that is a membership. The account may sell other things: a subscription without such an
 * item is none of the site's business.
 */
export function membershipItem({ items }: Stripe.Subscription): Stripe.SubscriptionItem | undefined {
  return items.data.find(({ price }) => getId(price.product) === productId)
}

/** Whether a subscription is a membership. */
export function isMembership(subscription: Stripe.Subscription): boolean {
  return membershipItem(subscription) !== undefined
}

/** Whether the site created a Checkout session. */
export function isSiteCheckout({ metadata }: Stripe.Checkout.Session): boolean {
  return metadata?.product === productId
}

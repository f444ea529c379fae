import type Stripe from 'stripe'
import { getId } from './stripe'

/** The id of the membership product. The site chooses it, so that Stripe cannot create the product twice. */
export const membershipProductId = 'creators-circle-membership'

/** Stripe's lookup key of the regular price for new members. */
export const priceLookupKey = 'membership_monthly'

/** Prefix of the ids of introductory coupons; the currency, the discount in cents and the number of months follow. */
export const introCouponPrefix = 'intro-'

/** Whether a coupon grants the introductory price. */
export function isIntroCoupon(id: string | undefined): boolean {
  return id?.startsWith(introCouponPrefix) ?? false
}

/**
 * Metadata that marks the site's checkouts and guest customers, since other shops may use the same Stripe account.
 */
export const siteMetadata = { product: membershipProductId }

/**
 * Returns the membership item of a subscription. The Stripe account may sell other products, whose subscriptions have
 * no such item and are ignored.
 */
export function findMembershipItem({ items }: Stripe.Subscription): Stripe.SubscriptionItem | undefined {
  return items.data.find(({ price }) => getId(price.product) === membershipProductId)
}

/** Whether a subscription is a membership. */
export function isMembership(subscription: Stripe.Subscription): boolean {
  return findMembershipItem(subscription) !== undefined
}

/** Whether the site created a Checkout session. */
export function isSiteCheckout({ metadata }: Stripe.Checkout.Session): boolean {
  return metadata?.product === membershipProductId
}

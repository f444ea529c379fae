import type Stripe from 'stripe'
import { getId } from './stripe'

/** The id of the membership product. The site chooses it, so that Stripe cannot create the product twice. */
export const membershipProductId = 'creators-circle-membership'

/** Prefix of introductory coupon ids; currency, discount (in the smallest unit) and number of months follow. */
export const introCouponPrefix = 'intro-'

/** Metadata that marks the site's checkouts and guest customers, since other shops may use the same Stripe account. */
export const siteMetadata = { product: membershipProductId }

const isMembershipItem = ({ price }: Stripe.SubscriptionItem) => getId(price.product) === membershipProductId

/** Returns a membership's charged item: the membership product's or, if staff changed the product, the first item. */
export function findMembershipItem({ items }: Stripe.Subscription): Stripe.SubscriptionItem | undefined {
  return items.data.find(isMembershipItem) ?? items.data[0]
}

/** Whether a subscription charges for the membership product. */
export function hasMembershipProduct({ items }: Stripe.Subscription): boolean {
  return items.data.some(isMembershipItem)
}

/** Whether a subscription is a membership: it charges for the product, or began in one of the site's checkouts. */
export function isMembership(subscription: Stripe.Subscription): boolean {
  return hasMembershipProduct(subscription) || subscription.metadata?.product === membershipProductId
}

/** Whether the site created a Checkout session. */
export function isSiteCheckout({ metadata }: Stripe.Checkout.Session): boolean {
  return metadata?.product === membershipProductId
}

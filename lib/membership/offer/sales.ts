import 'server-only'
import type Stripe from 'stripe'
import { log } from '@/lib/log'
import type { Billing } from '../context'
import { priceLookupKey } from '../membershipProduct'
import { liveStatuses } from '../mirror/entitlement'
import type { Sales } from './salesResponse'

/**
 * Reads Stripe's current price and the number of live memberships by amount, without personal data. When reading a
 * value fails, the error is logged and the value omitted.
 */
export async function readSales({ stripe, database }: Pick<Billing, 'stripe' | 'database'>): Promise<Sales> {
  const [price, members] = await Promise.all([
    omitOnFailure('the price in Stripe', readPrice(stripe)),
    omitOnFailure('the number of members', countMemberships(database)),
  ])
  return { ...(price !== undefined && { price }), ...(members && { members }) }
}

async function omitOnFailure<Result>(valueName: string, value: Promise<Result>): Promise<Result | undefined> {
  return value.catch((error: unknown) => {
    log.warn('billing', `sales: reading ${valueName} failed; the Studio omits it`, error)
    return undefined
  })
}

async function readPrice(stripe: Stripe): Promise<Sales['price']> {
  const [price] = (await stripe.prices.list({ lookup_keys: [priceLookupKey], limit: 1 })).data
  return price ? { amount: price.unit_amount ?? 0, currency: price.currency } : null
}

function countMemberships(database: Billing['database']): Promise<NonNullable<Sales['members']>> {
  return database.sql(
    `select coalesce(fee, next_fee)::float8 as amount, currency,
        coalesce(intro_ends_at > now(), false) as introduction, count(*)::int as count
       from subscriptions where status = any ($1)
      group by 1, 2, 3 order by 3 desc, 1`,
    [liveStatuses],
  )
}

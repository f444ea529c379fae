import { raiseAlert } from './alerts'
import type { Billing } from './context'
import { liveStatuses } from './mirror/entitlement'

/**
 * Alerts the studio, once for each, about further live memberships of the same customer or email, by the mirror. The
 * site sells none of them knowingly, so a person decides which one stays.
 *
 * @param email - the customer's email at Stripe
 */
export async function alertSecondMemberships(
  billing: Billing,
  customerId: string,
  email: string | null,
): Promise<void> {
  const [first, ...others] = await billing.database.sql<{ id: string }>(
    `select s.stripe_subscription_id as id from subscriptions s join customers c using (stripe_customer_id)
      where s.status = any ($3) and c.deleted_at is null and (c.stripe_customer_id = $1 or lower(c.email) = lower($2))
      order by s.started_at, s.stripe_subscription_id`,
    [customerId, email, liveStatuses],
  )
  for (const { id } of first ? others : []) {
    await raiseAlert(
      billing,
      `second-membership ${id}`,
      `${id} is a second membership of one person, beside ${first?.id}. Decide with the member which one stays. In Stripe, open the other one, press “Cancel subscription”, choose “Immediately”, and refund its last payment.`,
    )
  }
}

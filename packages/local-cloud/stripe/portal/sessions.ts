import { invalid } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { newId } from '../ids.ts'
import { nulls } from '../nulls.ts'
import { required, text } from '../params/fields.ts'
import type { Objects } from '../types.ts'
import type { Work } from '../work.ts'

export type PortalSession = Objects['billing_portal.session']

/** How long a link into the portal works after its last use, by the machine's clock. Milliseconds. */
const LIFETIME_MS = 3600 * 1000

/** Notes the use of a link. */
export function touch(work: Work, id: string): void {
  work.store.set(`portal:${id}`, String(Date.now()))
}

/** A session whose link works. */
export function livePortalSession(work: Work, id: string): PortalSession | undefined {
  const session = work.store.get('billing_portal.session', id)
  const used = Number(work.store.setting(`portal:${id}`) ?? 0)
  return session && Date.now() - used < LIFETIME_MS ? session : undefined
}

/** Creates a session for a customer. */
export function createPortalSession(
  work: Work,
  parts: { configuration: string; customer: string; return_url: string | null },
): PortalSession {
  const id = newId('bps', 24)
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    created: work.now(),
    livemode: false,
    url: `${work.pages}/p/session/${id}`,
    ...nulls('customer_account flow locale on_behalf_of'),
    ...parts,
  }
  touch(work, id)
  return work.save('billing_portal.session', session, 'billing_portal.session.created')
}

/** `/v1/billing_portal/sessions` */
export const portalSessionEndpoints: Endpoint[] = [
  endpoint(
    'POST',
    '/v1/billing_portal/sessions',
    { customer: required(text()), configuration: text(), return_url: text() },
    ({ work, params }) => {
      const customer = work.need('customer', params.customer, 'customer')
      if (params.configuration === undefined) {
        throw invalid(
          'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
        )
      }
      const configuration = work.need('billing_portal.configuration', params.configuration, 'configuration')
      return createPortalSession(work, {
        configuration: configuration.id,
        customer: customer.id,
        return_url: params.return_url ?? null,
      })
    },
  ),
]

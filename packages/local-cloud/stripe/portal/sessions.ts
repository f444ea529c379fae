import { invalid } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { newId } from '../ids.ts'
import { required, text } from '../params/fields.ts'
import type { Objects } from '../types.ts'
import type { Work } from '../work.ts'

export type PortalSession = Objects['billing_portal.session']

/** How long a link into the portal works after it was last used, by the machine's clock. Milliseconds. */
const LIFE = 3600 * 1000

/** Notes that somebody is there. */
export function touch(work: Work, id: string): void {
  work.store.set(`portal:${id}`, String(Date.now()))
}

/** A session that still opens the portal. */
export function livePortalSession(work: Work, id: string): PortalSession | undefined {
  const session = work.store.get('billing_portal.session', id)
  const used = Number(work.store.setting(`portal:${id}`) ?? 0)
  return session && Date.now() - used < LIFE ? session : undefined
}

/** Opens the portal for a customer. */
export function createPortalSession(
  work: Work,
  parts: Pick<PortalSession, 'configuration' | 'customer' | 'locale' | 'return_url'>,
): PortalSession {
  const id = newId('bps', 24)
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    created: work.now(),
    customer_account: null,
    flow: null,
    livemode: false,
    on_behalf_of: null,
    url: `${work.pages}/p/session/${id}`,
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
    { customer: required(text()), configuration: text(), locale: text(10), return_url: text() },
    ({ work, params }) => {
      const customer = work.need('customer', params.customer, 'customer')
      if (params.configuration === undefined) {
        throw invalid(
          'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
        )
      }
      const configuration = work.need('billing_portal.configuration', params.configuration, 'configuration')
      if (!configuration.active) {
        throw invalid(`The configuration ${configuration.id} is inactive.`, 'configuration')
      }
      const back = params.return_url ?? configuration.default_return_url
      if (params.return_url !== undefined && !URL.parse(params.return_url)) {
        throw invalid('Not a valid URL', 'return_url', 'url_invalid')
      }
      return createPortalSession(work, {
        configuration: configuration.id,
        customer: customer.id,
        locale: params.locale ?? null,
        return_url: back,
      })
    },
    ['after_expiration', 'customer_account', 'flow_data', 'on_behalf_of'],
  ),
]

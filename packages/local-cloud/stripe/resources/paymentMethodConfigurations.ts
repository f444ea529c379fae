import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { pageFields } from '../params/shared.ts'

const on = { available: true, display_preference: { overridable: null, preference: 'on', value: 'on' } }
const off = { available: false, display_preference: { overridable: null, preference: 'off', value: 'off' } }

const root = '/v1/payment_method_configurations'

/** `/v1/payment_method_configurations`: the one of the account, with the methods of its Checkout. */
export const paymentMethodConfigurationEndpoints: Endpoint[] = [
  endpoint(
    'GET',
    root,
    pageFields,
    () => ({
      object: 'list',
      url: root,
      has_more: false,
      data: [
        {
          id: 'pmc_local',
          object: 'payment_method_configuration',
          active: true,
          application: null,
          is_default: true,
          livemode: false,
          name: 'Default',
          parent: null,
          card: on,
          klarna: on,
          us_bank_account: off,
        },
      ],
    }),
    ['active', 'application'],
  ),
]

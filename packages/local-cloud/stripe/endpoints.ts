import { checkoutEndpoints } from './checkout/endpoints.ts'
import type { Endpoint } from './http/endpoint.ts'
import { configurationEndpoints } from './portal/configurations.ts'
import { portalSessionEndpoints } from './portal/sessions.ts'
import { couponEndpoints } from './resources/coupons.ts'
import { customerEndpoints } from './resources/customers.ts'
import { eventEndpoints } from './resources/events.ts'
import { invoiceEndpoints } from './resources/invoices.ts'
import { paymentMethodConfigurationEndpoints } from './resources/paymentMethodConfigurations.ts'
import { paymentMethodEndpoints, setupIntentEndpoints } from './resources/paymentMethods.ts'
import { paymentEndpoints } from './resources/payments.ts'
import { priceEndpoints } from './resources/prices.ts'
import { productEndpoints } from './resources/products.ts'
import { subscriptionChangeEndpoints } from './resources/subscriptionChange.ts'
import { endAllSubscriptions, subscriptionEndpoints } from './resources/subscriptions.ts'
import { testClockEndpoints } from './resources/testClocks.ts'
import { webhookEndpointEndpoints } from './resources/webhookEndpoints.ts'

/** Every call that is answered. `advance` moves a test clock (its id) to a time (seconds since 1970), later. */
export function endpointsOf(advance: (id: string, target: number) => void): Endpoint[] {
  return [
    ...productEndpoints,
    ...priceEndpoints,
    ...couponEndpoints,
    ...customerEndpoints(endAllSubscriptions),
    ...eventEndpoints,
    ...webhookEndpointEndpoints,
    ...paymentMethodEndpoints,
    ...paymentMethodConfigurationEndpoints,
    ...setupIntentEndpoints,
    ...paymentEndpoints,
    ...subscriptionEndpoints,
    ...subscriptionChangeEndpoints,
    ...invoiceEndpoints,
    ...checkoutEndpoints,
    ...configurationEndpoints,
    ...portalSessionEndpoints,
    ...testClockEndpoints(advance),
  ]
}

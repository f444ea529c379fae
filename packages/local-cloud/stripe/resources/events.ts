import { matchesType } from '../events.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { flag, listOf, text } from '../params/fields.ts'
import { listFields } from '../params/shared.ts'

/** How long events are listed (https://docs.stripe.com/api/events). Seconds, 30 days. */
const LISTED_TIME = 30 * 24 * 3600

/** `/v1/events` */
export const eventEndpoints: Endpoint[] = [
  endpoint(
    'GET',
    '/v1/events',
    { ...listFields, delivery_success: flag(), type: text(), types: listOf(text(), 50) },
    ({ work, params }) => {
      const { type, types = [type ?? '*'], delivery_success } = params
      const oldest = work.now() - LISTED_TIME
      return work.page('/v1/events', 'event', params, {
        matches: (event) =>
          event.created >= oldest &&
          types.some((filter) => matchesType(event.type, filter)) &&
          (delivery_success === undefined || (event.pending_webhooks === 0) === delivery_success),
      })
    },
  ),
]

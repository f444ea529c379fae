import { invalid } from '../errors.ts'
import { matchesType } from '../eventTypes.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { flag, listOf, text } from '../params/fields.ts'
import { listFields } from '../params/shared.ts'
import type { StoredEvent } from '../types.ts'

/** How far back events can be read (https://docs.stripe.com/api/events). Seconds, 30 days. */
const KEPT = 30 * 24 * 3600

/** `/v1/events` */
export const eventEndpoints: Endpoint[] = [
  endpoint('GET', '/v1/events/:id', {}, ({ work, path }) => work.need('event', path('id'))),
  endpoint(
    'GET',
    '/v1/events',
    { ...listFields, delivery_success: flag(), type: text(), types: listOf(text(), 20) },
    ({ work, params }) => {
      const { type, types, delivery_success } = params
      if (type !== undefined && types !== undefined) {
        throw invalid('You may only specify one of these parameters: type, types.', 'types')
      }
      const filters = types ?? (type === undefined ? ['*'] : [type])
      const oldest = work.now() - KEPT
      const matches = (event: StoredEvent) =>
        event.created >= oldest &&
        filters.some((filter) => matchesType(event.type, filter)) &&
        (delivery_success === undefined || (event.pending_webhooks === 0) === delivery_success)
      return work.page('/v1/events', 'event', params, { matches })
    },
  ),
]

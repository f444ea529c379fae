import { endSubscription } from '../engine/standing.ts'
import { invalid } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { newId } from '../ids.ts'
import { required, text } from '../params/fields.ts'
import { pageFields, timestamp } from '../params/shared.ts'
import { idOf, type Objects } from '../types.ts'

const LIFE = 30 * 24 * 3600
/** https://docs.stripe.com/billing/testing/test-clocks: at most two periods of the longest subscription; a year here. */
const FURTHEST = 2 * 366 * 24 * 3600

/** `/v1/test_helpers/test_clocks`. `advance` moves a clock when the answer has gone out. */
export function testClockEndpoints(advance: (id: string, target: number) => void): Endpoint[] {
  const root = '/v1/test_helpers/test_clocks'
  return [
    endpoint(
      'POST',
      root,
      { frozen_time: required(timestamp), name: text(300) },
      ({ work, params }) => {
        const clock: Objects['test_helpers.test_clock'] = {
          id: newId('clock', 24),
          object: 'test_helpers.test_clock',
          created: work.now(),
          deletes_after: work.now() + LIFE,
          frozen_time: params.frozen_time,
          livemode: false,
          name: params.name ?? null,
          status: 'ready',
          status_details: {},
        }
        return work.save('test_helpers.test_clock', clock, 'test_helpers.test_clock.created')
      },
      ['customer'],
    ),
    endpoint('GET', `${root}/:id`, {}, ({ work, path }) => work.need('test_helpers.test_clock', path('id'))),
    endpoint(
      'POST',
      `${root}/:id/advance`,
      { frozen_time: required(timestamp) },
      ({ work, params, path }) => {
        const clock = work.need('test_helpers.test_clock', path('id'))
        const target = params.frozen_time
        if (clock.status !== 'ready') {
          throw invalid(
            'A test clock that is advancing cannot be advanced: wait until its status is `ready`.',
          )
        }
        if (target <= clock.frozen_time) {
          throw invalid('The new frozen time must be after the present one.', 'frozen_time')
        }
        if (target - clock.frozen_time > FURTHEST) {
          throw invalid('A test clock can be advanced by at most two years at once.', 'frozen_time')
        }
        const status_details = { advancing: { target_frozen_time: target } }
        const moving = { ...clock, status: 'advancing', status_details }
        advance(clock.id, target)
        return work.save('test_helpers.test_clock', moving, 'test_helpers.test_clock.advancing')
      },
    ),
    endpoint('DELETE', `${root}/:id`, {}, ({ work, path }) => {
      const clock = work.need('test_helpers.test_clock', path('id'))
      for (const customer of work.store.all('customer')) {
        if (idOf(customer.test_clock) !== clock.id) continue
        for (const subscription of work.store.all('subscription', customer.id)) {
          if (subscription.status !== 'canceled') endSubscription(work, subscription, null)
        }
        work.emit('customer.deleted', customer)
        work.store.bury('customer', customer.id)
      }
      work.emit('test_helpers.test_clock.deleted', clock)
      return work.store.bury('test_helpers.test_clock', clock.id)
    }),
    endpoint('GET', root, pageFields, ({ work, params }) =>
      work.page(root, 'test_helpers.test_clock', params),
    ),
  ]
}

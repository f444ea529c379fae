import { Hono } from 'hono'
import { z } from 'zod'
import { isRecord, parseBody, readJson } from '../http/body.ts'
import type { CloudEnvironment } from '../http/context.ts'
import type { DeliveryQueue } from '../http/deliveryQueue.ts'
import { HttpError } from '../http/errors.ts'
import { type Faults, VENDORS } from '../http/faults.ts'
import type { Billing } from '../stripe/billing.ts'
import type { MountedAuth } from '../supabase/mount.ts'
import { guardControl } from './guard.ts'

const WEBHOOK_VENDORS = ['sanity', 'stripe'] as const
const RESET_VENDORS = ['sanity', 'stripe', 'emailjs'] as const

/** The dependencies of the control API, with the token that authorizes its clients. */
export type ControlDependencies = {
  token: string
  faults: Faults
  /** Additional routes under `/_control`. */
  additionalRoutes: Hono<CloudEnvironment>[]
  /** Returns ports, and counts of stored objects and open streams, for the console and start scripts. */
  status: () => Record<string, unknown>
  /**
   * Resets one vendor. `sanity`: deletes the content. `stripe`: deletes the billing account's objects, and resets its
   * clock to the machine's. `emailjs`: deletes all emails in the inbox, and resets EmailJS's rate limit. Tokens and
   * webhooks are preserved.
   */
  reset: (vendor: (typeof RESET_VENDORS)[number]) => Promise<void>
  webhooks: Record<
    (typeof WEBHOOK_VENDORS)[number],
    Pick<DeliveryQueue<object>, 'recent' | 'replay' | 'changeFault' | 'readFault'>
  >
  billing: Billing
  auth: MountedAuth
}

const maxAdvanceSeconds = 2 * 366 * 24 * 3600

const optionalInteger = (min: number, max: number) => z.int().min(min).max(max).optional()
const countDefined = (values: unknown[]) => values.filter((value) => value !== undefined).length

const faultSchema = z
  .object({
    vendor: z.enum(VENDORS),
    clear: z.literal(true).optional(),
    status: optionalInteger(400, 599),
    count: optionalInteger(1, 1_000_000),
    delayMs: optionalInteger(0, 600_000),
    delayResponseMs: optionalInteger(0, 600_000),
    lose: z.enum(['request', 'response']).optional(),
    blank: z
      .string()
      .regex(/^[a-z_]{1,60}$/)
      .optional(),
  })
  .refine(
    ({ vendor, count, ...effects }) => countDefined(Object.values(effects)) > 0,
    'Set "status", "delayMs", "delayResponseMs", "lose", "blank" or "clear"',
  )
  .refine(
    ({ status, lose, blank }) => countDefined([status, lose, blank]) <= 1,
    'Set only one of "status", "lose" and "blank"',
  )
  .refine(
    ({ vendor, blank }) => blank === undefined || vendor === 'stripe',
    '"blank" requires the vendor "stripe"',
  )
const resetSchema = z.object({ vendor: z.enum(RESET_VENDORS).default('sanity') })
const webhookVendor = z.enum(WEBHOOK_VENDORS).default('sanity')
const webhooksSchema = z
  .object({
    vendor: webhookVendor,
    replay: z.string().optional(),
    drop: optionalInteger(0, 1_000_000),
    delayMs: optionalInteger(0, 600_000),
    duplicate: z.boolean().optional(),
  })
  .refine(
    ({ vendor, ...change }) => countDefined(Object.values(change)) > 0,
    'Set "replay", "drop", "delayMs" or "duplicate"',
  )
const clockSchema = z
  .object({ to: optionalInteger(0, 99_999_999_999), advanceSeconds: optionalInteger(0, maxAdvanceSeconds) })
  .refine(
    (change) => countDefined(Object.values(change)) === 1,
    'Set "advanceSeconds", or "to" (Unix time in seconds)',
  )

/** Creates the control API's routes, `/_control/*`, for the console and for tests. */
export function createControlRoutes(dependencies: ControlDependencies): Hono<CloudEnvironment> {
  const { faults, webhooks, billing, auth } = dependencies
  const routes = new Hono<CloudEnvironment>().basePath('/_control')
  routes.use(guardControl(dependencies.token))

  routes.get('/status', (c) => c.json(dependencies.status()))

  routes.get('/faults', (c) => c.json({ faults: faults.list() }))
  routes.post('/faults', async (c) => {
    const { clear, ...fault } = await parseBody(c.req, faultSchema)
    if (clear) faults.clear(fault.vendor)
    else faults.set(fault)
    return c.json({ faults: faults.list() })
  })
  routes.delete('/faults', (c) => {
    faults.clear()
    return c.json({ faults: [] })
  })

  routes.post('/reset', async (c) => {
    const { vendor } = await parseBody(c.req, resetSchema)
    await dependencies.reset(vendor)
    return c.json({ reset: true })
  })

  routes.get('/webhooks', (c) => {
    const { success, data } = webhookVendor.safeParse(c.req.query('vendor'))
    if (!success) throw new HttpError(400, `"vendor" must be one of: ${WEBHOOK_VENDORS.join(', ')}`)
    const control = webhooks[data]
    return c.json({ deliveries: control.recent(), fault: control.readFault() })
  })
  routes.post('/webhooks', async (c) => {
    const { vendor, replay, ...change } = await parseBody(c.req, webhooksSchema)
    const control = webhooks[vendor]
    if (replay === undefined) {
      control.changeFault(change)
      return c.json({ fault: control.readFault() })
    }
    if (!control.replay(replay)) throw new HttpError(404, 'There is no delivery with this id')
    return c.json({ replayed: replay })
  })

  for (const additional of dependencies.additionalRoutes) routes.route('/', additional)

  routes.post('/accounts/settings', async (c) => {
    const changes = await readJson(c.req)
    if (!isRecord(changes)) throw new HttpError(400, 'Expected a JSON object of settings')
    return c.json((await auth.ready()).configure(changes))
  })

  const readClock = () => ({ now: billing.clock.now(), offsetSeconds: billing.clock.offsetSeconds })
  routes.get('/clock', (c) => c.json(readClock()))
  routes.post('/clock', async (c) => {
    const { to, advanceSeconds } = await parseBody(c.req, clockSchema)
    const seconds = advanceSeconds ?? Number(to) - billing.clock.now()
    if (seconds < 0 || seconds > maxAdvanceSeconds) {
      throw new HttpError(400, 'The time can only advance, by at most two years in one request')
    }
    billing.advance(seconds)
    return c.json(readClock())
  })
  return routes
}

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { buyer, submit } from 'local-cloud/testing/stripeAccount'
import { z } from 'zod'
import { createUser, otherBrowser, password } from '../support/accounts.ts'
import { contentClient } from '../support/content.ts'
import { load } from '../support/publishing.ts'
import type { Random } from '../support/random.ts'
import { publicRoutes } from '../support/routes.ts'
import { report, type SoakStack } from './stack.ts'

/** Something could not be done because a service was away, slow or busy: people try it again. */
class Away extends Error {}

const checkoutSchema = z.object({ url: z.string(), session_id: z.string() })
const isBusy = z.object({ error: z.object({ code: z.literal('checkout_busy') }) })
const alreadyBought = z.object({
  error: z.object({ code: z.enum(['already_subscribed', 'claim_waiting', 'payment_processing']) }),
})
const checkSchema = z.object({ subscribed: z.boolean() })

/** A member, and what the site must say of them. */
export type Known = { id: string; email: string; subscribed: boolean }

/** The actions, and which of them were acknowledged. */
export type Actions = {
  members: Known[]
  /** Emails of guests who have paid. */
  guests: string[]
  /** Messages that the mail service has taken. */
  messages: string[]
  /** The texts that an editor has published, in their order. */
  published: string[]
  /** How often what was done, and how often it had to be tried again. */
  counts: Record<'pages' | 'checks' | 'again', number>
  /** Unexpected failures. */
  troubles: string[]
  /** From a publish to the first page that shows it. Milliseconds. */
  publishMs: number[]
  /** From the request of a page to its last byte, and from the request of a status to its response. Milliseconds. */
  pageMs: number[]
  checkMs: number[]
}

const noActions = (): Actions => ({
  members: [],
  guests: [],
  messages: [],
  published: [],
  counts: { pages: 0, checks: 0, again: 0 },
  troubles: [],
  publishMs: [],
  pageMs: [],
  checkMs: [],
})

type PeopleOptions = {
  random: Random
  /** Services fail: actions may have to be retried, and pages may not respond. */
  mayFail?: boolean
  /** How long it is at most until the next member or message comes. Milliseconds. */
  restMs?: number
}

/** Visitors, members, guests, editors and writers of messages, who come and go until they are stopped. */
export class People {
  readonly deeds = noActions()
  private isOver = false
  private readonly stack: SoakStack
  private readonly random: Random
  private readonly mayFail: boolean
  private readonly restMs: number

  constructor(stack: SoakStack, { random, mayFail = false, restMs = 0 }: PeopleOptions) {
    this.stack = stack
    this.random = random
    this.mayFail = mayFail
    this.restMs = restMs
  }

  /**
   * Runs for a while.
   *
   * @param end - when no new action begins: after so many milliseconds, or when it resolves. Running actions finish
   * @param numbers - the concurrent number of each kind
   */
  async live(
    end: number | Promise<unknown>,
    { visitors = 4, members = 2, guests = 1 }: { visitors?: number; members?: number; guests?: number } = {},
  ): Promise<Actions> {
    this.isOver = false
    const many = (count: number, one: () => Promise<void>) =>
      Array.from({ length: count }, () => this.repeat(one))
    const all = [
      ...many(visitors, () => this.visit()),
      ...many(members, () => this.join()),
      ...many(guests, () => this.buyAsGuest()),
      ...many(1, () => this.publish()),
      ...many(1, () => this.write()),
    ]
    try {
      await (typeof end === 'number' ? pause(end) : end)
    } finally {
      this.isOver = true
      await Promise.all(all)
    }
    return this.deeds
  }

  private async repeat(one: () => Promise<void>): Promise<void> {
    while (!this.isOver) {
      try {
        await one()
      } catch (error) {
        this.deeds.troubles.push(error instanceof Error ? `${error.message} ${error.stack}` : String(error))
        // Whatever it was, it should not be thousands of times the same.
        await pause(1000)
      }
    }
  }

  /** Does something again until it is done, as people do, where services may fail. */
  private async persist<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work()
      } catch (error) {
        if (!this.mayFail || !isAway(error) || tries > 60) throw error
        this.deeds.counts.again += 1
        await pause(1000)
      }
    }
  }

  private async visit(): Promise<void> {
    const { path } = this.random.pick(publicRoutes as [(typeof publicRoutes)[number]])
    await this.persist(async () => {
      const start = performance.now()
      const { status, html } = await load(path, this.stack.siteOrigin)
      this.deeds.pageMs.push(performance.now() - start)
      if (status >= 500) throw new Away(`${path} responded ${status}`)
      if (status !== 200 || !html.includes('<h1') || !html.includes('</html>'))
        throw new Error(`${path} responded ${status} with ${html.length} characters`)
    })
    this.deeds.counts.pages += 1
    await pause(this.random.number(300))
  }

  /** The version of the terms, as the page shows it. */
  private async termsVersion(): Promise<string> {
    const { html } = await load('/services', this.stack.siteOrigin)
    const version = /name="offerVersion" value="(\w+)"/.exec(html)?.[1]
    if (!version) throw new Away('The page shows no terms.')
    return version
  }

  private async call(
    route: string,
    body: object,
    token?: string,
  ): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${this.stack.siteOrigin}/api/${route}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `198.51.${this.random.number(256)}.${this.random.number(256)}`,
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    })
    const result: unknown = await response.json()
    if (response.status >= 500 || response.status === 429 || isBusy.safeParse(result).success)
      throw new Away(`${route} responded ${response.status} ${JSON.stringify(result)}`)
    return { status: response.status, body: result }
  }

  /** Buys, even when a response is lost on the way: a payment is not repeated. */
  private async buy(token: string | undefined, email: string): Promise<void> {
    await this.persist(async () => {
      const request = { offer_version: await this.termsVersion(), accepts_regular: true }
      const requestedAt = await this.call('create-checkout', token ? request : { ...request, email }, token)
      // A response was lost: the membership exists, or waits for its guest.
      if (alreadyBought.safeParse(requestedAt.body).success) return
      if (requestedAt.status !== 200) throw new Error(`create-checkout: ${JSON.stringify(requestedAt)}`)
      const { url, session_id } = checkoutSchema.parse(requestedAt.body)
      const { status } = await this.stack.stripe.checkout.sessions.retrieve(session_id)
      if (status !== 'open') return
      const paid = await submit(url, { ...buyer, email, terms: 'yes' })
      if (paid.status !== 303) throw new Away(`The payment responded ${paid.status}`)
    })
  }

  /** Whether the site reports a user as a member. */
  private async check(token: string): Promise<boolean> {
    const start = performance.now()
    const { status, body } = await this.call('check-subscription', { live: true }, token)
    this.deeds.checkMs.push(performance.now() - start)
    if (status !== 200) throw new Away(`check-subscription responded ${status}`)
    this.deeds.counts.checks += 1
    return checkSchema.parse(body).subscribed
  }

  /** Signs up, buys, reads the status, and perhaps deletes the account. */
  private async join(): Promise<void> {
    const { id, email } = await this.persist(createUser)
    const token = await this.persist(async () => {
      const { data, error } = await otherBrowser().auth.signInWithPassword({ email, password })
      if (error) throw new Away(error.message)
      return data.session.access_token
    })
    const known: Known = { id, email, subscribed: true }
    await this.buy(token, email)
    this.deeds.members.push(known)
    await this.untilTrue(() => this.check(token), `${email} has paid and is no member`)
    const fate = this.random.number(4)
    if (fate === 0) await this.cancel(known, token)
    if (fate === 1) await this.cancelAtEnd(known)
    await pause(this.random.number(this.restMs))
  }

  private async cancelAtEnd({ email }: Known): Promise<void> {
    await this.persist(async () => {
      const id = await this.subscriptionOf(email)
      if (id) await this.stack.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    })
  }

  private async cancel(known: Known, token: string): Promise<void> {
    await this.persist(async () => {
      const id = await this.subscriptionOf(known.email)
      if (id) await this.stack.stripe.subscriptions.cancel(id)
    })
    known.subscribed = false
    await this.untilTrue(async () => !(await this.check(token)), `${known.email} has left and is a member`)
  }

  private async subscriptionOf(email: string): Promise<string | undefined> {
    const [customer] = (await this.stack.stripe.customers.list({ email })).data
    if (!customer) return undefined
    return (await this.stack.stripe.subscriptions.list({ customer: customer.id })).data[0]?.id
  }

  private async buyAsGuest(): Promise<void> {
    const email = `guest.${randomUUID()}@pseudo.example`
    await this.buy(undefined, email)
    this.deeds.guests.push(email)
    // Guests of all networks together are limited.
    await pause(2000 + this.random.number(4000))
  }

  private async publish(): Promise<void> {
    const text = `Published as number ${this.deeds.published.length + 1}`
    const start = performance.now()
    await this.persist(() =>
      contentClient().mutate([{ patch: { id: 'siteSettings', set: { footerText: text } } }], {
        returnDocuments: false,
      }),
    )
    this.deeds.published.push(text)
    const shows = async () => (await load('/about', this.stack.siteOrigin)).html.includes(text)
    await this.untilTrue(shows, `“${text}” does not show`)
    this.deeds.publishMs.push(performance.now() - start)
    await pause(this.random.number(2000))
  }

  private async write(): Promise<void> {
    const { cloud, siteOrigin } = this.stack
    const message = `Message ${randomUUID()}`
    const body = {
      service_id: cloud.NEXT_PUBLIC_EMAILJS_SERVICE_ID,
      template_id: cloud.NEXT_PUBLIC_EMAILJS_TEMPLATE_ID,
      user_id: cloud.NEXT_PUBLIC_EMAILJS_PUBLIC_KEY,
      template_params: { from_name: 'Ada', from_email: 'ada@example.com', phone: '', message },
    }
    const send = () =>
      fetch(`${cloud.NEXT_PUBLIC_EMAILJS_ORIGIN}/api/v1.0/email/send`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: siteOrigin },
        body: JSON.stringify(body),
      })
    await this.persist(async () => {
      let response = await send()
      // The service accepts one a second from an IP, and here the site sends from the same one as its visitors.
      while (response.status === 429) {
        await pause(1000 + this.random.number(500))
        response = await send()
      }
      const result = await response.text()
      if (!response.ok) throw new Away(`The mail service responded ${response.status} ${result}`)
    })
    this.deeds.messages.push(message)
    // The service takes one a second.
    await pause(1500 + this.random.number(this.restMs))
  }

  /** Waits until something is so, for as long as people wait for it. */
  private async untilTrue(condition: () => Promise<boolean>, otherwise: string): Promise<void> {
    // A webhook may be lost with its sender: a page then expires by time.
    const end = Date.now() + (this.mayFail ? 300_000 : 60_000)
    while (!(await this.persist(condition))) {
      if (Date.now() > end) throw new Error(otherwise)
      await pause(200)
    }
  }
}

/** Prints what people have done. */
export function reportActions({
  members,
  guests,
  messages,
  published,
  counts,
  troubles,
  ...times
}: Actions): void {
  report('pages', counts.pages)
  report('status checks', counts.checks)
  report(
    'members, of whom left',
    `${members.length}, ${members.filter(({ subscribed }) => !subscribed).length}`,
  )
  report('guests', guests.length)
  report('messages', messages.length)
  report('publishes', published.length)
  report('tried again', counts.again)
  report('troubles', troubles.length)
  report('page, ms', spread(times.pageMs))
  report('status check with Stripe, ms', spread(times.checkMs))
  report('publish to page, ms', spread(times.publishMs))
}

/** The median, the 95th and the 99th percentile, and the longest. */
function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0)
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, longest ${at(1)}`
}

/** Whether an error says that a service was away, and not that something was done wrongly. */
function isAway(error: unknown): boolean {
  if (error instanceof Away) return true
  if (!(error instanceof Error)) return false
  // Sanity's and Stripe's clients call it `statusCode`, Supabase's `status`.
  const status = Number(('statusCode' in error && error.statusCode) || ('status' in error && error.status))
  if (status >= 500 || status === 429) return true
  return /fetch failed|ECONN|socket|terminated|timed? ?out|aborted|connection|Unexpected end|Server .* error/i.test(
    `${error.name} ${error.message} ${error.cause}`,
  )
}

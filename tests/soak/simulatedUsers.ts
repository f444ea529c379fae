import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { buyerFields, submitForm } from 'local-cloud/testing/stripeAccount'
import { z } from 'zod'
import { createAuthClient, createUser, password } from '../support/accounts.ts'
import { contentClient } from '../support/content.ts'
import { loadPage } from '../support/publishing.ts'
import type { Random } from '../support/random.ts'
import { publicRoutes } from '../support/routes.ts'
import { report, type SoakStack } from './stack.ts'

/** A service was unavailable, slow or busy. Simulated users retry. */
class ServiceUnavailable extends Error {}

const checkoutSchema = z.object({ url: z.string(), session_id: z.string() })
const isBusy = z.object({ error: z.object({ code: z.literal('checkout_busy') }) })
const alreadyBought = z.object({
  error: z.object({ code: z.enum(['already_subscribed', 'claim_waiting', 'payment_processing']) }),
})
const checkSchema = z.object({ subscribed: z.boolean() })

/** A member, with the subscription status that the site must report. */
export type KnownMember = { id: string; email: string; subscribed: boolean }

/** The acknowledged actions of simulated users, with measurements. */
export type Actions = {
  members: KnownMember[]
  /** Emails of guests who have paid. */
  guests: string[]
  /** Contact messages that the email service has accepted. */
  messages: string[]
  /** The texts that an editor has published, in order. */
  published: string[]
  /** Numbers of page loads, status checks and retries. */
  counts: Record<'pages' | 'checks' | 'retries', number>
  /** Unexpected failures. */
  failures: string[]
  /** From a publish to the first page load that shows it. */
  publishMs: number[]
  /** From a page request to its last byte, and from a status request to its response. */
  pageMs: number[]
  checkMs: number[]
}

const noActions = (): Actions => ({
  members: [],
  guests: [],
  messages: [],
  published: [],
  counts: { pages: 0, checks: 0, retries: 0 },
  failures: [],
  publishMs: [],
  pageMs: [],
  checkMs: [],
})

type SimulatedUserOptions = {
  random: Random
  /** Services may fail: actions are retried, and pages may not respond. */
  mayFail?: boolean
  /** The longest pause before the next member or message. */
  maxPauseMs?: number
}

/** Simulates concurrent visitors, members, guests, an editor and a sender of contact messages. */
export class SimulatedUsers {
  readonly actions = noActions()
  private isOver = false
  private readonly stack: SoakStack
  private readonly random: Random
  private readonly mayFail: boolean
  private readonly maxPauseMs: number

  constructor(stack: SoakStack, { random, mayFail = false, maxPauseMs = 0 }: SimulatedUserOptions) {
    this.stack = stack
    this.random = random
    this.mayFail = mayFail
    this.maxPauseMs = maxPauseMs
  }

  /**
   * Repeats the actions of all users until the end, then waits for the running ones.
   *
   * @param end - the duration in milliseconds, or a promise that resolves at the end
   * @param numbers - how many users of each kind act concurrently
   */
  async run(
    end: number | Promise<unknown>,
    { visitors = 4, members = 2, guests = 1 }: { visitors?: number; members?: number; guests?: number } = {},
  ): Promise<Actions> {
    this.isOver = false
    const startMany = (count: number, action: () => Promise<void>) =>
      Array.from({ length: count }, () => this.repeat(action))
    const all = [
      ...startMany(visitors, () => this.visitPage()),
      ...startMany(members, () => this.signUpAndBuy()),
      ...startMany(guests, () => this.buyAsGuest()),
      ...startMany(1, () => this.publishFooter()),
      ...startMany(1, () => this.sendMessage()),
    ]
    try {
      await (typeof end === 'number' ? pause(end) : end)
    } finally {
      this.isOver = true
      await Promise.all(all)
    }
    return this.actions
  }

  private async repeat(action: () => Promise<void>): Promise<void> {
    while (!this.isOver) {
      try {
        await action()
      } catch (error) {
        this.actions.failures.push(error instanceof Error ? `${error.message} ${error.stack}` : String(error))
        // Limits how often a persistent failure is recorded.
        await pause(1000)
      }
    }
  }

  /** Retries an action while a service is unavailable, if services may fail. */
  private async retryWhileUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        if (!this.mayFail || !isUnavailable(error) || attempt > 60) throw error
        this.actions.counts.retries += 1
        await pause(1000)
      }
    }
  }

  private async visitPage(): Promise<void> {
    const { path } = this.random.pick(publicRoutes)
    await this.retryWhileUnavailable(async () => {
      const start = performance.now()
      const { status, html } = await loadPage(path, this.stack.siteOrigin)
      this.actions.pageMs.push(performance.now() - start)
      if (status >= 500) throw new ServiceUnavailable(`${path} responded ${status}`)
      if (status !== 200 || !html.includes('<h1') || !html.includes('</html>'))
        throw new Error(`${path} responded ${status} with ${html.length} characters`)
    })
    this.actions.counts.pages += 1
    await pause(this.random.number(300))
  }

  /** Reads the version of the terms from the offer's form. */
  private async termsVersion(): Promise<string> {
    const { html } = await loadPage('/services', this.stack.siteOrigin)
    const version = /name="offerVersion" value="(\w+)"/.exec(html)?.[1]
    if (!version) throw new ServiceUnavailable('The page shows no terms.')
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
      throw new ServiceUnavailable(`${route} responded ${response.status} ${JSON.stringify(result)}`)
    return { status: response.status, body: result }
  }

  /** Buys a membership. Retries when a response is lost, without a second payment. */
  private async buy(token: string | undefined, email: string): Promise<void> {
    await this.retryWhileUnavailable(async () => {
      const request = { offer_version: await this.termsVersion(), accepts_regular: true }
      const checkout = await this.call('create-checkout', token ? request : { ...request, email }, token)
      // The response to an earlier attempt was lost; the purchase exists.
      if (alreadyBought.safeParse(checkout.body).success) return
      if (checkout.status !== 200) throw new Error(`create-checkout: ${JSON.stringify(checkout)}`)
      const { url, session_id } = checkoutSchema.parse(checkout.body)
      const { status } = await this.stack.stripe.checkout.sessions.retrieve(session_id)
      if (status !== 'open') return
      const paid = await submitForm(url, { ...buyerFields, email, terms: 'yes' })
      if (paid.status !== 303) throw new ServiceUnavailable(`The payment responded ${paid.status}`)
    })
  }

  /** Whether the site reports a user as a member. */
  private async check(token: string): Promise<boolean> {
    const start = performance.now()
    const { status, body } = await this.call('check-subscription', { live: true }, token)
    this.actions.checkMs.push(performance.now() - start)
    if (status !== 200) throw new ServiceUnavailable(`check-subscription responded ${status}`)
    this.actions.counts.checks += 1
    return checkSchema.parse(body).subscribed
  }

  /** Signs up, buys, reads the status, and perhaps deletes the account. */
  private async signUpAndBuy(): Promise<void> {
    const { id, email } = await this.retryWhileUnavailable(createUser)
    const token = await this.retryWhileUnavailable(async () => {
      const { data, error } = await createAuthClient().auth.signInWithPassword({ email, password })
      if (error) throw new ServiceUnavailable(error.message)
      return data.session.access_token
    })
    const known: KnownMember = { id, email, subscribed: true }
    await this.buy(token, email)
    this.actions.members.push(known)
    await this.waitUntil(() => this.check(token), `${email} has paid, but is not a member`)
    const choice = this.random.number(4)
    if (choice === 0) await this.cancel(known, token)
    if (choice === 1) await this.cancelAtEnd(known)
    await pause(this.random.number(this.maxPauseMs))
  }

  private async cancelAtEnd({ email }: KnownMember): Promise<void> {
    await this.retryWhileUnavailable(async () => {
      const id = await this.findSubscriptionId(email)
      if (id) await this.stack.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    })
  }

  private async cancel(known: KnownMember, token: string): Promise<void> {
    await this.retryWhileUnavailable(async () => {
      const id = await this.findSubscriptionId(known.email)
      if (id) await this.stack.stripe.subscriptions.cancel(id)
    })
    known.subscribed = false
    await this.waitUntil(
      async () => !(await this.check(token)),
      `${known.email} has canceled, but is still a member`,
    )
  }

  private async findSubscriptionId(email: string): Promise<string | undefined> {
    const [customer] = (await this.stack.stripe.customers.list({ email })).data
    if (!customer) return undefined
    return (await this.stack.stripe.subscriptions.list({ customer: customer.id })).data[0]?.id
  }

  private async buyAsGuest(): Promise<void> {
    const email = `guest.${randomUUID()}@pseudo.example`
    await this.buy(undefined, email)
    this.actions.guests.push(email)
    // The site limits the checkouts of all guests together.
    await pause(2000 + this.random.number(4000))
  }

  private async publishFooter(): Promise<void> {
    const text = `Published as number ${this.actions.published.length + 1}`
    const start = performance.now()
    await this.retryWhileUnavailable(() =>
      contentClient().mutate([{ patch: { id: 'siteSettings', set: { footerText: text } } }], {
        returnDocuments: false,
      }),
    )
    this.actions.published.push(text)
    const isShown = async () => (await loadPage('/about', this.stack.siteOrigin)).html.includes(text)
    await this.waitUntil(isShown, `“${text}” is not on the page`)
    this.actions.publishMs.push(performance.now() - start)
    await pause(this.random.number(2000))
  }

  private async sendMessage(): Promise<void> {
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
    await this.retryWhileUnavailable(async () => {
      let response = await send()
      // The service accepts one email a second from an IP, and here the site and its visitors share one.
      while (response.status === 429) {
        await pause(1000 + this.random.number(500))
        response = await send()
      }
      const result = await response.text()
      if (!response.ok)
        throw new ServiceUnavailable(`The mail service responded ${response.status} ${result}`)
    })
    this.actions.messages.push(message)
    // The service accepts one email a second.
    await pause(1500 + this.random.number(this.maxPauseMs))
  }

  /** Waits until a condition is true; throws an error with the given message after the timeout. */
  private async waitUntil(condition: () => Promise<boolean>, message: string): Promise<void> {
    // A webhook may be lost with its sender. The page then expires by age.
    const end = Date.now() + (this.mayFail ? 300_000 : 60_000)
    while (!(await this.retryWhileUnavailable(condition))) {
      if (Date.now() > end) throw new Error(message)
      await pause(200)
    }
  }
}

/** Prints the actions and measurements. */
export function reportActions({
  members,
  guests,
  messages,
  published,
  counts,
  failures,
  ...times
}: Actions): void {
  report('pages', counts.pages)
  report('status checks', counts.checks)
  report('members, canceled', `${members.length}, ${members.filter(({ subscribed }) => !subscribed).length}`)
  report('guests', guests.length)
  report('messages', messages.length)
  report('publishes', published.length)
  report('retries', counts.retries)
  report('failures', failures.length)
  report('page, ms', formatPercentiles(times.pageMs))
  report('status check with Stripe, ms', formatPercentiles(times.checkMs))
  report('publish to page, ms', formatPercentiles(times.publishMs))
}

/** Formats the 50th, 95th and 99th percentile and the maximum of some durations. */
function formatPercentiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const percentile = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0)
  return `p50 ${percentile(0.5)}, p95 ${percentile(0.95)}, p99 ${percentile(0.99)}, max ${percentile(1)}`
}

/** Whether an error means that a service was unavailable, rather than a wrong request. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof ServiceUnavailable) return true
  if (!(error instanceof Error)) return false
  // Sanity's and Stripe's clients call it `statusCode`, Supabase's `status`.
  const status = Number(('statusCode' in error && error.statusCode) || ('status' in error && error.status))
  if (status >= 500 || status === 429) return true
  return /fetch failed|ECONN|socket|terminated|timed? ?out|aborted|connection|Unexpected end|Server .* error/i.test(
    `${error.name} ${error.message} ${error.cause}`,
  )
}

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { buyerFields, submitForm } from 'local-cloud/testing/stripeAccount'
import { z } from 'zod'
import { createAuthClient, createUser, password } from '../support/accounts.ts'
import { changeFields } from '../support/content.ts'
import { publicPages } from '../support/pages.ts'
import { loadPage } from '../support/publishing.ts'
import type { Random } from '../support/random.ts'
import type { SoakStack } from './stack.ts'

/** An error that makes simulated users retry: a service was unavailable, slow or busy. */
class ServiceUnavailable extends Error {}

const checkoutSchema = z.object({ url: z.string(), session_id: z.string() })
const checkoutBusySchema = z.object({ error: z.object({ code: z.literal('checkout_busy') }) })
const alreadyBoughtSchema = z.object({
  error: z.object({ code: z.enum(['already_subscribed', 'sign_in_required', 'payment_processing']) }),
})
const checkSchema = z.object({ subscribed: z.boolean() })

/** A user who has bought a membership, with the subscription status that the site must report. */
export type SimulatedMember = { id: string; email: string; isSubscribed: boolean }

/** The acknowledged actions of simulated users. */
export type Actions = {
  members: SimulatedMember[]
  /** The emails of guests who have paid. */
  guestEmails: string[]
  /** The strings that an editor has published, in order. */
  publishedTexts: string[]
  /** The number of page loads. */
  pages: number
  /** Unexpected failures. */
  failures: string[]
}

/** The longest random pause after a member's actions. */
const maxPauseMs = 6000

/** Simulates concurrent visitors, members, guests and an editor. */
export class SimulatedUsers {
  readonly actions: Actions = {
    members: [],
    guestEmails: [],
    publishedTexts: [],
    pages: 0,
    failures: [],
  }
  private isOver = false
  private readonly stack: SoakStack
  private readonly random: Random

  constructor(stack: SoakStack, random: Random) {
    this.stack = stack
    this.random = random
  }

  /** Repeats the actions of all users until `end` settles, then waits for the actions in progress. */
  async run(end: Promise<unknown>): Promise<void> {
    const startUsers = (count: number, action: () => Promise<void>) =>
      Array.from({ length: count }, () => this.repeat(action))
    const users = [
      ...startUsers(6, () => this.visitPage()),
      ...startUsers(1, () => this.signUpAndBuy()),
      ...startUsers(1, () => this.buyAsGuest()),
      ...startUsers(1, () => this.publishFooter()),
    ]
    try {
      await end
    } finally {
      this.isOver = true
      await Promise.all(users)
    }
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

  /** Retries an action while a service is unavailable, at most 60 times. */
  private async retryWhileUnavailable<Result>(action: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await action()
      } catch (error) {
        if (!isUnavailable(error) || attempt > 60) throw error
        await pause(1000)
      }
    }
  }

  private async visitPage(): Promise<void> {
    const { path } = this.random.pick(publicPages)
    await this.retryWhileUnavailable(async () => {
      const { status, html } = await loadPage(path, this.stack.siteOrigin)
      if (status >= 500) throw new ServiceUnavailable(`${path} responded with ${status}`)
      if (status !== 200 || !html.includes('<h1') || !html.includes('</html>'))
        throw new Error(`${path} responded with ${status} and ${html.length} characters`)
    })
    this.actions.pages += 1
    await pause(this.random.number(300))
  }

  /** Reads the version of the terms from the checkout form on `/services`. */
  private async readTermsVersion(): Promise<string> {
    const { html } = await loadPage('/services', this.stack.siteOrigin)
    const version = /name="offerVersion" value="(\w+)"/.exec(html)?.[1]
    if (!version) throw new ServiceUnavailable('The page has no version of the terms.')
    return version
  }

  private async callApi(
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
    if (response.status >= 500 || response.status === 429 || checkoutBusySchema.safeParse(result).success)
      throw new ServiceUnavailable(`${route} responded with ${response.status} ${JSON.stringify(result)}`)
    return { status: response.status, body: result }
  }

  /** Buys a membership. A retry after a lost response does not pay again. */
  private async buy(token: string | undefined, email: string): Promise<void> {
    await this.retryWhileUnavailable(async () => {
      const request = { offer_version: await this.readTermsVersion(), accepts_regular: true }
      const checkout = await this.callApi('create-checkout', token ? request : { ...request, email }, token)
      // An earlier attempt bought the membership, but its response was lost.
      if (alreadyBoughtSchema.safeParse(checkout.body).success) return
      if (checkout.status !== 200) throw new Error(`create-checkout: ${JSON.stringify(checkout)}`)
      const { url, session_id } = checkoutSchema.parse(checkout.body)
      const { status } = await this.stack.stripe.checkout.sessions.retrieve(session_id)
      if (status !== 'open') return
      const response = await submitForm(url, { ...buyerFields, email, terms: 'yes' })
      if (response.status !== 303) throw new ServiceUnavailable(`Stripe responded with ${response.status}`)
    })
  }

  /** Requests the subscription status from the site. Resolves to whether the user is a member. */
  private async checkSubscription(token: string): Promise<boolean> {
    const { status, body } = await this.callApi('check-subscription', { live: true }, token)
    if (status !== 200) throw new ServiceUnavailable(`check-subscription responded with ${status}`)
    return checkSchema.parse(body).subscribed
  }

  /** Creates an account, signs in, buys a membership, checks the subscription status, and cancels half the time. */
  private async signUpAndBuy(): Promise<void> {
    const { id, email } = await this.retryWhileUnavailable(createUser)
    const token = await this.retryWhileUnavailable(async () => {
      const { data, error } = await createAuthClient().auth.signInWithPassword({ email, password })
      if (error) throw new ServiceUnavailable(error.message)
      return data.session.access_token
    })
    const member: SimulatedMember = { id, email, isSubscribed: true }
    await this.buy(token, email)
    this.actions.members.push(member)
    await this.waitUntil(() => this.checkSubscription(token), `${email} has paid, but is not a member`)
    if (this.random.chance(0.5)) await this.cancelImmediately(member, token)
    await pause(this.random.number(maxPauseMs))
  }

  private async cancelImmediately(member: SimulatedMember, token: string): Promise<void> {
    await this.retryWhileUnavailable(async () => {
      const { customers, subscriptions } = this.stack.stripe
      const [customer] = (await customers.list({ email: member.email })).data
      const [subscription] = customer ? (await subscriptions.list({ customer: customer.id })).data : []
      if (subscription) await subscriptions.cancel(subscription.id)
    })
    member.isSubscribed = false
    await this.waitUntil(
      async () => !(await this.checkSubscription(token)),
      `${member.email} has canceled, but is still a member`,
    )
  }

  private async buyAsGuest(): Promise<void> {
    const email = `guest.${randomUUID()}@pseudo.example`
    await this.buy(undefined, email)
    this.actions.guestEmails.push(email)
    // The site has one rate limit for the checkouts of all guests.
    await pause(2000 + this.random.number(4000))
  }

  private async publishFooter(): Promise<void> {
    const text = `Published as number ${this.actions.publishedTexts.length + 1}`
    await this.retryWhileUnavailable(() => changeFields('siteSettings', { footerText: text }))
    this.actions.publishedTexts.push(text)
    const isShown = async () => (await loadPage('/about', this.stack.siteOrigin)).html.includes(text)
    await this.waitUntil(isShown, `“${text}” is not on the page`)
    await pause(this.random.number(2000))
  }

  /** Waits until a condition is true. Throws an error with the given message after the timeout. */
  private async waitUntil(condition: () => Promise<boolean>, message: string): Promise<void> {
    // A webhook is lost when its sender is killed. Then the page changes only after its revalidation interval.
    const endMs = Date.now() + 300_000
    while (!(await this.retryWhileUnavailable(condition))) {
      if (Date.now() > endMs) throw new Error(message)
      await pause(200)
    }
  }
}

/** Whether an error means that a service was unavailable, not that the request was invalid. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof ServiceUnavailable) return true
  if (!(error instanceof Error)) return false
  // The status is `statusCode` in the errors of Sanity's and Stripe's clients, and `status` in Supabase's.
  const status = Number(('statusCode' in error && error.statusCode) || ('status' in error && error.status))
  if (status >= 500 || status === 429) return true
  return /fetch failed|ECONN|socket|terminated|timed? ?out|aborted|connection|Unexpected end|Server .* error/i.test(
    `${error.name} ${error.message} ${error.cause}`,
  )
}

import type Stripe from 'stripe'
import { handledEvents } from '@/lib/membership/events'
import { sendMails } from '@/lib/membership/mail/notices'
import type { Random } from '@/tests/support/random'
import type { Site } from './support.ts'
import { isOutage } from './unreliable.ts'

const handled: ReadonlySet<string> = new Set(handledEvents)

/** Webhooks on their way: they come late, twice, in any order, or never. */
export class Post {
  /** How many were lost. */
  lost = 0
  private waiting: Stripe.Event[] = []
  private position: number
  private readonly site: Site
  private readonly random: Random

  /** The post from now on. */
  constructor(site: Site, random: Random) {
    this.site = site
    this.random = random
    this.position = lastPosition(site)
  }

  /** The events since the last time; unlike a list of events, it has no limit of thirty days. */
  private collect(): void {
    const rows = this.site.account.billing.store
      .prepare("select position, body from objects where kind = 'event' and position > ? order by position")
      .all(this.position)
    for (const row of rows) {
      this.position = Number(row.position)
      const event: Stripe.Event = JSON.parse(String(row.body))
      if (handled.has(event.type)) this.waiting.push(event)
    }
  }

  /** Some of what is on its way arrives. */
  async arrive(share: number): Promise<void> {
    const { random } = this
    this.collect()
    const later: Stripe.Event[] = []
    for (const event of random.shuffle(this.waiting)) {
      if (!random.chance(share)) later.push(event)
      else if (random.chance(0.1)) this.lost += 1
      else if (!(await this.isTaken(event)) || random.chance(0.15)) later.push(event)
    }
    this.waiting = later
  }

  /** Whether the site has responded that it processed an event; Stripe sends it again otherwise. */
  private async isTaken(event: Stripe.Event): Promise<boolean> {
    try {
      const customer = await this.site.deliver(event)
      // As the route does.
      if (customer) await sendMails(this.site.billing, { customer })
      return true
    } catch (error) {
      if (!isOutage(error)) throw error
      return false
    }
  }
}

/** The place of the newest object of Stripe's. */
export function lastPosition({ account }: Site): number {
  return Number(account.billing.store.prepare('select max(position) as last from objects').get()?.last ?? 0)
}

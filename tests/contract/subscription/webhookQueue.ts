import type Stripe from 'stripe'
import { getErrorCode } from '@/lib/errorCode'
import { handledEvents } from '@/lib/membership/events'
import { sendMails } from '@/lib/membership/mail/dueMails'
import type { Random } from '@/tests/support/random'
import type { Site } from './support.ts'
import { isOutage } from './unreliableClient.ts'

const handledTypes: ReadonlySet<string> = new Set(handledEvents)

/** Delivers Stripe's webhooks unreliably: late, repeatedly, in any order, or never. */
export class WebhookQueue {
  /** The number of webhooks that are never delivered. */
  lostCount = 0
  private pendingEvents: Stripe.Event[] = []
  /** The position in the account's store up to which events were collected. */
  private position: number
  private readonly site: Site
  private readonly random: Random

  /** Creates a queue of the account's future events. */
  constructor(site: Site, random: Random) {
    this.site = site
    this.random = random
    this.position = getLastPosition(site)
  }

  private collect(): void {
    const rows = this.site.account.billing.store
      .prepare("select position, body from objects where kind = 'event' and position > ? order by position")
      .all(this.position)
    for (const row of rows) {
      this.position = Number(row.position)
      const event: Stripe.Event = JSON.parse(String(row.body))
      if (handledTypes.has(event.type)) this.pendingEvents.push(event)
    }
  }

  /**
   * Delivers some of the pending webhooks, and loses others. Some delivered ones stay pending and are delivered again.
   *
   * @param share - the probability, from 0 to 1, that a pending webhook is delivered or lost
   */
  async deliverSome(share: number): Promise<void> {
    const { random } = this
    this.collect()
    const stillPending: Stripe.Event[] = []
    for (const event of random.shuffle(this.pendingEvents)) {
      if (!random.chance(share)) stillPending.push(event)
      else if (random.chance(0.1)) this.lostCount += 1
      else if (!(await this.tryDeliver(event)) || random.chance(0.15)) stillPending.push(event)
    }
    this.pendingEvents = stillPending
  }

  /**
   * Delivers an event, and sends the due emails to its customer. Returns false during a Stripe outage, or when Stripe
   * rejects a change to a subscription that was canceled at that moment.
   */
  private async tryDeliver(event: Stripe.Event): Promise<boolean> {
    try {
      const customer = await this.site.deliver(event)
      // The webhook route also sends these emails.
      if (customer) await sendMails(this.site.billing, { customer })
      return true
    } catch (error) {
      if (!isOutage(error) && getErrorCode(error) !== 'invalid_canceled_subscription_fields') throw error
      return false
    }
  }
}

/** Returns the position of the newest object in the account's store. */
export function getLastPosition({ account }: Site): number {
  return Number(account.billing.store.prepare('select max(position) as last from objects').get()?.last ?? 0)
}

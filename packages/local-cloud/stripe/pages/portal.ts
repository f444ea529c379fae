import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import type { Filled } from '../../http/forms.ts'
import type { Subscription } from '../engine/subscriptionStatus.ts'
import { testCard } from '../engine/testCards.ts'
import { cancelInPortal, changeCard, keepInPortal, visibleSubscriptions } from '../portal/actions.ts'
import { livePortalSession, touch } from '../portal/sessions.ts'
import { idOf } from '../types.ts'
import type { Account } from '../work.ts'
import {
  BANK,
  challengePage,
  notice,
  ownForm,
  type PageContext,
  type PageResponse,
  readCard,
  showProblem,
} from './form.ts'
import { cancelPage, cardPage, type PortalView, portalPage } from './portalView.ts'

const MESSAGES: Record<string, string> = {
  canceled: 'Your subscription has been canceled.',
  kept: 'Your subscription will not be canceled.',
  card: 'Your payment method has been updated.',
}

/** The hosted billing portal, `/p/session/:id`. */
export function portalPages({ store, work: begin, wake }: Account): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()

  /** Serves the holder of a link that works. */
  const inside = async (c: PageContext, show: (view: PortalView) => PageResponse): Promise<Response> => {
    const work = begin()
    const session = livePortalSession(work, c.req.param('id') ?? '')
    const customer = session && store.get('customer', session.customer)
    const configuration =
      session && store.get('billing_portal.configuration', idOf(session.configuration) ?? '')
    if (!session || !customer || !configuration)
      return notice('This link has expired', 'Open the billing portal again from the website.', 404)
    touch(work, session.id)
    return show({ work, session, configuration, customer })
  }

  const notFound = () => notice('Not found', 'There is no such subscription.', 404)

  /** Serves a subscription of the customer, when customers may cancel. */
  const cancelable = (c: PageContext, show: (view: PortalView, subscription: Subscription) => PageResponse) =>
    inside(c, (view) => {
      const subscription = visibleSubscriptions(view.work, view.customer.id).find(
        ({ id }) => id === c.req.param('subscription'),
      )
      const { enabled } = view.configuration.features.subscription_cancel
      return subscription && enabled ? show(view, subscription) : notFound()
    })

  const cardChange = (c: PageContext, show: (view: PortalView) => PageResponse) =>
    inside(c, (view) => (view.configuration.features.payment_method_update.enabled ? show(view) : notFound()))

  const done = (c: PageContext, { session }: PortalView, message: keyof typeof MESSAGES) => {
    wake()
    return c.redirect(`/p/session/${session.id}?done=${message}`, 303)
  }

  const saveCard = (c: PageContext, view: PortalView, filled: Filled, confirmed: boolean): PageResponse => {
    const card = readCard(filled)
    if (typeof card === 'string') return cardPage(view, filled, card)
    if (testCard(card.number)?.challenge && !confirmed) {
      store.set(`pending:${view.session.id}`, JSON.stringify(filled))
      return c.redirect(`/p/session/${view.session.id}/confirm`, 303)
    }
    try {
      const name = filled.name ?? ''
      store.transaction(() => changeCard(view.work, view.customer, { ...card, name }, confirmed))
      return done(c, view, 'card')
    } catch (error) {
      return showProblem(error, (message) => cardPage(view, filled, message))
    }
  }

  pages.get('/p/session/:id', (c) =>
    inside(c, (view) => portalPage(view, MESSAGES[c.req.query('done') ?? ''])),
  )
  pages.get('/p/session/:id/cancel/:subscription', (c) => cancelable(c, cancelPage))
  pages.post(
    '/p/session/:id/cancel/:subscription',
    ownForm((c) =>
      cancelable(c, (view, subscription) => {
        const { mode } = view.configuration.features.subscription_cancel
        store.transaction(() => cancelInPortal(view.work, subscription, mode))
        return done(c, view, 'canceled')
      }),
    ),
  )
  pages.post(
    '/p/session/:id/keep/:subscription',
    ownForm((c) =>
      cancelable(c, (view, subscription) => {
        store.transaction(() => keepInPortal(view.work, subscription))
        return done(c, view, 'kept')
      }),
    ),
  )
  pages.get('/p/session/:id/payment', (c) => cardChange(c, (view) => cardPage(view)))
  pages.post(
    '/p/session/:id/payment',
    ownForm((c, filled) => cardChange(c, (view) => saveCard(c, view, filled, false))),
  )
  pages.get('/p/session/:id/confirm', (c) => inside(c, () => challengePage(BANK, '$0.00')))
  pages.post(
    '/p/session/:id/confirm',
    ownForm((c, { answer }) =>
      cardChange(c, (view) => {
        const filled: Filled = JSON.parse(store.setting(`pending:${view.session.id}`) ?? '{}')
        if (answer === 'complete') return saveCard(c, view, filled, true)
        const message = 'We are unable to authenticate your payment method. Please try another.'
        return cardPage(view, filled, message)
      }),
    ),
  )
  return pages
}

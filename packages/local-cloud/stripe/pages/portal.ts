import { type Context, Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import type { Subscription } from '../engine/standing.ts'
import { testCard } from '../engine/testCards.ts'
import { StripeProblem } from '../errors.ts'
import { cancelInPortal, changeCard, keepInPortal, visibleSubscriptions } from '../portal/actions.ts'
import { livePortalSession, touch } from '../portal/sessions.ts'
import { idOf } from '../types.ts'
import type { Account } from '../work.ts'
import { challengePage } from './checkoutView.ts'
import { type Filled, foreignForm, notice, ownForm, readCard } from './form.ts'
import { cancelPage, cardPage, type PortalView, portalPage } from './portalView.ts'

type PageContext = Context<CloudEnvironment>
type Answer = Response | Promise<Response>

const SAID: Record<string, string> = {
  canceled: 'Your subscription has been canceled.',
  kept: 'Your subscription will not be canceled.',
  card: 'Your payment method has been updated.',
}

/** The hosted billing portal, `/p/session/:id`. */
export function portalPages({ store, work: begin, wake }: Account): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()

  /** Shows a page to the holder of a link that still works. */
  const inside =
    (show: (view: PortalView, c: PageContext) => Answer) =>
    async (c: PageContext): Promise<Response> => {
      const work = begin()
      const session = livePortalSession(work, c.req.param('id') ?? '')
      const customer = session && store.get('customer', session.customer)
      const configuration =
        session && store.get('billing_portal.configuration', idOf(session.configuration) ?? '')
      if (!session || !customer || !configuration) {
        return notice('This link has expired', 'Open the billing portal again from the website.', 404)
      }
      touch(work, session.id)
      return show({ work, session, configuration, customer }, c)
    }

  /** The same for a form, which must come from this portal's own pages. */
  const sent =
    (act: (view: PortalView, c: PageContext, filled: Filled) => Answer) => async (c: PageContext) => {
      const filled = await ownForm(c)
      return filled ? inside((view) => act(view, c, filled))(c) : foreignForm()
    }

  const chosen = ({ work, customer }: PortalView, c: PageContext): Subscription | undefined =>
    visibleSubscriptions(work, customer.id).find(({ id }) => id === c.req.param('subscription'))

  const done = (c: PageContext, { session }: PortalView, said: keyof typeof SAID) => {
    wake()
    return c.redirect(`/p/session/${session.id}?said=${said}`, 303)
  }
  const gone = () => notice('Not found', 'There is no such subscription.', 404)

  pages.get(
    '/p/session/:id',
    inside((view, c) => portalPage(view, SAID[c.req.query('said') ?? ''])),
  )
  pages.get(
    '/p/session/:id/cancel/:subscription',
    inside((view, c) => {
      const subscription = chosen(view, c)
      return subscription && view.configuration.features.subscription_cancel.enabled
        ? cancelPage(view, subscription)
        : gone()
    }),
  )
  pages.post(
    '/p/session/:id/cancel/:subscription',
    sent((view, c, filled) => {
      const subscription = chosen(view, c)
      const { enabled, mode } = view.configuration.features.subscription_cancel
      if (!subscription || !enabled) return gone()
      const details = { feedback: filled.feedback || null, comment: filled.comment || null }
      store.transaction(() => cancelInPortal(view.work, subscription, mode, details))
      return done(c, view, 'canceled')
    }),
  )
  pages.post(
    '/p/session/:id/keep/:subscription',
    sent((view, c) => {
      const subscription = chosen(view, c)
      if (!subscription || !view.configuration.features.subscription_cancel.enabled) return gone()
      store.transaction(() => keepInPortal(view.work, subscription))
      return done(c, view, 'kept')
    }),
  )

  const saveCard = (c: PageContext, view: PortalView, filled: Filled, confirmed: boolean): Answer => {
    const card = readCard(filled)
    if (typeof card === 'string') return cardPage(view, filled, card)
    if (testCard(card.number)?.challenge && !confirmed) {
      store.set(`pending:${view.session.id}`, JSON.stringify(filled))
      return c.redirect(`/p/session/${view.session.id}/confirm`, 303)
    }
    try {
      const name = filled.name ?? ''
      store.transaction(() => changeCard(view.work, view.customer, { ...card, name }, confirmed))
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error
      return cardPage(view, filled, error.message)
    }
    return done(c, view, 'card')
  }
  const mayChangeCard = ({ configuration }: PortalView) =>
    configuration.features.payment_method_update.enabled

  pages.get(
    '/p/session/:id/payment',
    inside((view) => (mayChangeCard(view) ? cardPage(view) : gone())),
  )
  pages.post(
    '/p/session/:id/payment',
    sent((view, c, filled) => (mayChangeCard(view) ? saveCard(c, view, filled, false) : gone())),
  )
  pages.get(
    '/p/session/:id/confirm',
    inside(() => challengePage({ asker: '3D Secure 2 test page', amount: '$0.00', targets: [] })),
  )
  pages.post(
    '/p/session/:id/confirm',
    sent((view, c, answered) => {
      const pending = store.setting(`pending:${view.session.id}`)
      if (!pending || !mayChangeCard(view)) return gone()
      const filled: Filled = JSON.parse(pending)
      if (answered.answer === 'complete') return saveCard(c, view, filled, true)
      return cardPage(view, filled, 'We are unable to authenticate your payment method. Please try another.')
    }),
  )
  return pages
}

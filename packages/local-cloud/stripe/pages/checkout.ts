import { type Context, Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { askToConfirm, completeSession, type Payer } from '../checkout/complete.ts'
import type { Session } from '../checkout/session.ts'
import { attemptNotConfirmed } from '../engine/attempts.ts'
import { money } from '../engine/currency.ts'
import { testCard } from '../engine/testCards.ts'
import { StripeProblem } from '../errors.ts'
import { idOf } from '../types.ts'
import type { Account } from '../work.ts'
import { backUrl, challengePage, checkoutPage } from './checkoutView.ts'
import { type Filled, foreignForm, klarnaServes, notice, ownForm, readCard } from './form.ts'

type PageContext = Context<CloudEnvironment>

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Who pays, by what was filled in. A sentence says what is wrong. */
function payerFrom(session: Session, email: string, filled: Filled): Payer | string {
  if (!EMAIL.test(email)) return 'Your email is incomplete.'
  const type = session.payment_method_types.find((known) => known === filled.method)
  if (!type) return 'Choose how to pay.'
  if (session.consent_collection?.terms_of_service === 'required' && filled.terms !== 'yes') {
    return 'Agree to the terms to go on.'
  }
  const country = filled.country ?? 'US'
  const person = {
    email,
    name: (filled.name ?? '').trim(),
    country,
    terms: filled.terms === 'yes',
    confirmed: false,
    delayed: false,
  }
  if (type === 'klarna') {
    if (!klarnaServes(country)) return 'Klarna is not available in your country.'
    return { ...person, method: { type: 'klarna' } }
  }
  const card = readCard(filled)
  return typeof card === 'string' ? card : { ...person, method: { type: 'card', ...card } }
}

function needsConfirmation({ method }: Payer): boolean {
  return method.type === 'klarna' || testCard(method.number)?.challenge !== undefined
}

/** The hosted Checkout, `/c/pay/:id`. */
export function checkoutPages({ store, work: begin, wake }: Account): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()
  const pendingKey = (id: string) => `pending:${id}`

  /** The session when it can be paid, else a page that says why not. */
  const openSession = (c: PageContext): Session | Promise<Response> => {
    const session = store.get('checkout.session', c.req.param('id') ?? '')
    if (!session)
      return notice('Something went wrong', 'The page you were looking for could not be found.', 404)
    if (session.status === 'complete') {
      const href = session.success_url ? backUrl(session.success_url, session) : '/'
      return notice("You're all done here", 'You have already completed your purchase.', 200, {
        href,
        text: 'Go on',
      })
    }
    if (session.status === 'expired' || session.expires_at <= begin().now()) {
      const { cancel_url } = session
      const link = cancel_url ? { href: backUrl(cancel_url, session), text: 'Back' } : undefined
      return notice('This page has expired', 'This checkout session has timed out. Start again.', 200, link)
    }
    return session
  }

  const complete = (
    c: PageContext,
    session: Session,
    payer: Payer,
    filled: Filled,
  ): Promise<Response> | Response => {
    try {
      const done = store.transaction(
        () => {
          store.set(pendingKey(session.id), '')
          return completeSession(begin(), session, payer)
        },
        (error) => error instanceof StripeProblem && error.details.keep === true,
      )
      wake()
      return c.redirect(backUrl(done.success_url ?? '/', done), 303)
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error
      wake()
      return checkoutPage(begin(), session, filled, error.message)
    }
  }

  pages.get('/c/pay/:id', (c) => {
    const session = openSession(c)
    return 'id' in session ? checkoutPage(begin(), session) : session
  })

  pages.post('/c/pay/:id', async (c) => {
    const filled = await ownForm(c)
    if (!filled) return foreignForm()
    const session = openSession(c)
    if (!('id' in session)) return session
    const work = begin()
    const known = store.get('customer', idOf(session.customer) ?? '')
    const email = known?.email ?? session.customer_email ?? (filled.email ?? '').trim()
    const payer = payerFrom(session, email, filled)
    if (typeof payer === 'string') return checkoutPage(work, session, filled, payer)
    if (!needsConfirmation(payer)) return complete(c, session, payer, filled)
    const confirm = `/c/pay/${session.id}/confirm`
    try {
      store.transaction(() => {
        const asked = askToConfirm(work, session, payer, `${work.pages}${confirm}`)
        store.set(pendingKey(session.id), JSON.stringify(asked))
      })
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error
      return checkoutPage(work, session, filled, error.message)
    }
    wake()
    return c.redirect(confirm, 303)
  })

  const pendingPayer = (session: Session): Payer | undefined => {
    const text = store.setting(pendingKey(session.id))
    return text ? JSON.parse(text) : undefined
  }

  pages.get('/c/pay/:id/confirm', async (c) => {
    const session = openSession(c)
    if (!('id' in session)) return session
    const payer = pendingPayer(session)
    if (!payer) return c.redirect(`/c/pay/${session.id}`, 303)
    return challengePage({
      asker: payer.method.type === 'klarna' ? 'Klarna' : '3D Secure 2 test page',
      amount: money(session.amount_total ?? 0, session.currency ?? 'usd'),
      targets: [URL.parse(session.success_url ?? '')?.origin ?? "'self'"],
    })
  })

  pages.post('/c/pay/:id/confirm', async (c) => {
    const filled = await ownForm(c)
    if (!filled) return foreignForm()
    const session = openSession(c)
    if (!('id' in session)) return session
    const payer = pendingPayer(session)
    if (!payer) return c.redirect(`/c/pay/${session.id}`, 303)
    const { email, name, country } = payer
    const before: Filled = {
      email,
      name,
      country,
      method: payer.method.type,
      ...(payer.terms ? { terms: 'yes' } : {}),
    }
    if (filled.answer === 'complete') return complete(c, session, { ...payer, confirmed: true }, before)
    if (filled.answer === 'later' && payer.method.type === 'klarna') {
      return complete(c, session, { ...payer, confirmed: true, delayed: true }, before)
    }
    store.transaction(() => {
      store.set(pendingKey(session.id), '')
      attemptNotConfirmed(begin(), session)
    })
    wake()
    const reason =
      payer.method.type === 'klarna'
        ? 'Klarna did not confirm the payment.'
        : 'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
    return checkoutPage(begin(), session, before, reason)
  })

  return pages
}

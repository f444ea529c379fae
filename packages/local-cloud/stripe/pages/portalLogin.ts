import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import { createPortalSession } from '../portal/sessions.ts'
import type { Account, Work } from '../work.ts'
import { field, notice, ownForm, type PageContext, type PageResponse } from './form.ts'

/** The newest customer with an email, or with that and a subscription. */
function customerWith(work: Work, email: string): string | undefined {
  const found = work.store
    .all('customer')
    .filter((customer) => customer.email?.toLowerCase() === email.toLowerCase())
  const hasSubscription = ({ id }: { id: string }) =>
    work.store.all('subscription', id).some(({ status }) => status !== 'canceled')
  return (found.find(hasSubscription) ?? found[0])?.id
}

function linkMail(business: string, to: string, url: string): OutgoingMail {
  const text = `Log in to manage your subscription with ${business}: `
  return {
    source: 'stripe',
    kind: 'portal_login',
    from: business,
    to,
    subject: `Your ${business} customer portal login link`,
    html: `<p>${escapeHtml(text)}<a href="${escapeHtml(url)}">Log in</a></p>`,
    text: `${text}${url}`,
  }
}

/**
 * The hosted login page of the portal, `/p/login/:id`: emails a link into the portal to a customer's email.
 * https://docs.stripe.com/customer-management/activate-no-code-customer-portal
 *
 * @param enqueue - stores an email until it is sent
 */
export function portalLoginPages(
  { store, work: begin, wake }: Account,
  enqueue: (id: string, mail: OutgoingMail) => void,
): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()
  const whenEnabled = (c: PageContext, show: (configuration: string) => PageResponse): PageResponse => {
    const found = store.get('billing_portal.configuration', c.req.param('id') ?? '')
    return found?.login_page.enabled
      ? show(found.id)
      : notice('Not found', 'This login page is not active.', 404)
  }

  pages.get('/p/login/:id', async (c) =>
    whenEnabled(c, () => {
      const email = field('email', 'Email', '', 'type="email" autocomplete="email" required')
      return htmlPage({
        title: 'Manage your subscription',
        narrow: true,
        body: `<h1>Manage your subscription</h1><form method="post">${email}<button>Send</button></form>`,
      })
    }),
  )
  pages.post(
    '/p/login/:id',
    ownForm((c, { email = '' }) =>
      whenEnabled(c, (configuration) => {
        store.transaction(() => {
          const work = begin()
          const customer = customerWith(work, email)
          if (!customer) return
          const { id, url } = createPortalSession(work, { configuration, customer, return_url: null })
          enqueue(id, linkMail(work.businessName, email, url))
        })
        wake()
        const text = `If ${email} has a subscription, a link to manage it is on its way.`
        return notice('Check your email', text)
      }),
    ),
  )
  return pages
}

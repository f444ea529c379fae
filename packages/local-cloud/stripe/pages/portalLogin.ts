import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import { createPortalSession } from '../portal/sessions.ts'
import type { Account, Work } from '../work.ts'
import { field, foreignForm, notice, ownForm } from './form.ts'

/** Takes an e-mail, to be sent after the transaction. */
type Keep = (id: string, mail: OutgoingMail) => void

/** The customer whom a link is mailed to: the newest with the address, one with a subscription first. */
function customerWith(work: Work, email: string): string | undefined {
  const found = work.store
    .all('customer')
    .filter((customer) => customer.email?.toLowerCase() === email.toLowerCase())
    .toSorted((a, b) => b.created - a.created)
  const hasSubscription = (id: string) =>
    work.store.all('subscription', id).some(({ status }) => status !== 'canceled')
  return (found.find(({ id }) => hasSubscription(id)) ?? found[0])?.id
}

function linkMail(business: string, to: string, url: string): OutgoingMail {
  const text = `Log in to manage your subscription with ${business}: ${url}`
  return {
    source: 'stripe',
    kind: 'portal_login',
    from: business,
    to,
    subject: `Your ${business} customer portal login link`,
    html: `<p>${escapeHtml(text.replace(url, ''))}<a href="${escapeHtml(url)}">Log in</a></p>`,
    text,
  }
}

/**
 * The hosted login page of the portal, `/p/login/:id`: mails a link into the portal to who has a customer with the address.
 * https://docs.stripe.com/customer-management/activate-no-code-customer-portal
 */
export function portalLoginPages({ store, work: begin, wake }: Account, keep: Keep): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()
  const configurationOf = (id: string) => {
    const found = store.get('billing_portal.configuration', id)
    return found?.active && found.login_page.enabled ? found : undefined
  }
  const gone = () => notice('Not found', 'This login page is not active.', 404)

  pages.get('/p/login/:id', (c) => {
    if (!configurationOf(c.req.param('id'))) return gone()
    const email = field('email', 'Email', '', 'type="email" autocomplete="email" required')
    return htmlPage({
      title: 'Manage your subscription',
      narrow: true,
      body: `<h1>Manage your subscription</h1><form method="post">${email}<button>Send</button></form>`,
    })
  })
  pages.post('/p/login/:id', async (c) => {
    const configuration = configurationOf(c.req.param('id'))
    if (!configuration) return gone()
    const filled = await ownForm(c)
    if (!filled) return foreignForm()
    const email = filled.email ?? ''
    store.transaction(() => {
      const work = begin()
      const customer = customerWith(work, email)
      if (!customer) return
      const { id, url } = createPortalSession(work, {
        configuration: configuration.id,
        customer,
        locale: null,
        return_url: configuration.default_return_url,
      })
      keep(id, linkMail(work.businessName, email, url))
    })
    wake()
    return notice('Check your email', `If ${email} has a subscription, a link to manage it is on its way.`)
  })
  return pages
}

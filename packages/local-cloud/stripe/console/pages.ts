import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { HttpError } from '../../http/errors.ts'
import { filledIn } from '../../http/forms.ts'
import { pageNumber } from '../../http/paging.ts'
import { StripeProblem } from '../errors.ts'
import type { Account } from '../work.ts'
import { actionsFor, doneBy, perform } from './actions.ts'
import { KINDS, objectPath } from './find.ts'
import { missingObject, objectPage } from './object.ts'
import { objectsPage } from './objectList.ts'
import { billingPage } from './page.ts'

/** The pages about the account. Whoever mounts them refuses the posts of other origins. */
export function billingPages(account: Account): Hono<CloudEnvironment> {
  const { store } = account
  const pages = new Hono<CloudEnvironment>()
  pages.get('/billing', () => billingPage())
  pages.get('/billing/objects', (c) => {
    const { kind = '', q = '', page } = c.req.query()
    const filter = { kind: Object.hasOwn(KINDS, kind) ? kind : '', query: q.trim(), page: pageNumber(page) }
    return objectsPage(store, filter)
  })
  pages.get('/billing/objects/:id', (c) => {
    const object = store.find(c.req.param('id'))
    if (!object) return missingObject()
    return objectPage(store, { ...object }, { said: doneBy(object.object, c.req.query('said')) })
  })
  pages.post('/billing/objects/:id/:action', async (c) => {
    const found = store.find(c.req.param('id'))
    if (!found) return missingObject()
    const object = { ...found }
    const action = actionsFor(object).find(({ name }) => name === c.req.param('action'))
    if (!action) return objectPage(store, object, { problem: 'That cannot be done with it as it is now.' })
    try {
      perform(account, object, action, await filledIn(c))
    } catch (error) {
      if (!(error instanceof StripeProblem) && !(error instanceof HttpError)) throw error
      return objectPage(store, { ...(store.find(object.id) ?? object) }, { problem: error.message })
    }
    return c.redirect(`${objectPath(object.id)}?said=${action.name}`, 303)
  })
  return pages
}

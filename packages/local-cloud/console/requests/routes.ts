import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { VENDORS } from '../../http/faults.ts'
import { pageNumber } from '../../http/paging.ts'
import type { RequestLog } from '../../http/requestLog.ts'
import { missingRequest, requestPage } from './detail.ts'
import { requestsPage, STATUSES } from './list.ts'

/** The pages about requests to the vendors. Whoever mounts them refuses the posts of other origins. */
export function requestPages(log: RequestLog): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()
  pages.get('/requests', (c) => {
    const { vendor: named, status = '', q = '', page, said } = c.req.query()
    const vendor = VENDORS.find((name) => name === named)
    const filter = {
      vendor: vendor ?? '',
      status: Object.hasOwn(STATUSES, status) ? status : '',
      query: q.trim(),
      page: pageNumber(page),
    }
    return requestsPage(log.list(vendor), filter, said === 'clear' ? 'Nothing is kept any more.' : undefined)
  })
  pages.get('/requests/:id{[0-9]+}', (c) => {
    const request = log.get(Number(c.req.param('id')))
    return request ? requestPage(request) : missingRequest()
  })
  pages.post('/requests/clear', (c) => {
    log.clear()
    return c.redirect('/requests?said=clear', 303)
  })
  return pages
}

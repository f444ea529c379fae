import { searchForm, select } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { address, pager } from '../../http/paging.ts'
import { rowTable } from '../../http/table.ts'
import { timeHtml } from '../../http/times.ts'
import type { ObjectStore } from '../store/objects.ts'
import { type AnyObject, countKinds, describe, findObjects, KINDS, objectPath } from './find.ts'

const PER_PAGE = 50

/** A list of objects of different kinds as a table. */
export function objectTable(label: string, objects: AnyObject[]): string {
  const rows = objects.map((object) => [
    typeof object.created === 'number' ? timeHtml(object.created * 1000) : '',
    escapeHtml(object.object),
    `<a href="${escapeHtml(objectPath(object.id))}">${escapeHtml(object.id)}</a>`,
    escapeHtml(describe(object)),
  ])
  return rowTable({ label, columns: ['Created (UTC)', 'Kind', 'Id', 'What it is'], rows })
}

/** The page with the objects of the account. */
export function objectsPage(
  store: ObjectStore,
  { kind, query, page }: { kind: string; query: string; page: number },
): Promise<Response> {
  const { objects, total } = findObjects(store, {
    kind,
    query,
    limit: PER_PAGE,
    offset: (page - 1) * PER_PAGE,
  })
  const kinds = countKinds(store).map(({ kind: name, count }) => [name, `${KINDS[name]} (${count})`])
  const fields = select('kind', 'Kind', { '': 'All', ...Object.fromEntries(kinds) }, kind)
  const url = (number: number) => address('/billing/objects', { kind, q: query, page: number })
  return htmlPage({
    title: 'Objects of the account',
    section: 'Billing',
    body: `<p><a href="/billing">Billing</a></p><h1>Objects of the account</h1>
      ${searchForm({ action: '/billing/objects', label: 'Text anywhere in an object', query, fields })}
      <p class="soft">${total === 1 ? 'One object' : `${total} objects`}, the newest first.</p>
      ${objects.length === 0 ? '' : objectTable('Objects', objects)}
      ${pager({ page, perPage: PER_PAGE, total, url })}`,
  })
}

import { searchForm, select } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { address, pager } from '../../http/paging.ts'
import { rowTable } from '../../http/table.ts'
import { timeHtml } from '../../http/times.ts'
import type { Dataset } from '../dataset.ts'
import { countTypes, type DocumentGroup, findDocuments, nameOf, shownState } from './find.ts'

/** How many documents a page lists. */
const PER_PAGE = 50

/** What the list is asked for. */
export type DocumentFilter = { type: string; query: string; page: number }

/** Where the documents of a dataset are listed, and where one is shown. */
export const datasetPath = (dataset: string) => `/content/${encodeURIComponent(dataset)}`
export const documentPath = (dataset: string, id: string) =>
  `${datasetPath(dataset)}/${encodeURIComponent(id)}`

/** The page with every dataset and the types in it. */
export function datasetsPage(datasets: Dataset[]): Promise<Response> {
  const parts = datasets.map((dataset) => {
    const path = datasetPath(dataset.name)
    const rows = countTypes(dataset).map(({ type, published, drafts, versions }) => [
      `<a href="${escapeHtml(address(path, { type }))}">${escapeHtml(type)}</a>`,
      String(published),
      drafts === 0 ? '' : String(drafts),
      versions === 0 ? '' : String(versions),
    ])
    const columns = ['Type', 'Published', 'Drafts', 'In releases']
    return `<h2>${escapeHtml(dataset.name)}</h2>
      <p><a href="${escapeHtml(path)}">${dataset.size === 1 ? 'One document' : `All ${dataset.size} documents`}</a></p>
      ${rows.length === 0 ? '' : rowTable({ label: `Types in ${dataset.name}`, columns, rows })}`
  })
  return htmlPage({
    title: 'Content',
    section: 'Content',
    body: `<h1>Content</h1><p class="soft">What the local Content Lake holds, as it is stored.</p>${parts.join('')}`,
  })
}

function stateHtml({ published, draft, versions }: DocumentGroup): string {
  const states = [
    published && 'published',
    draft && (published ? 'with a draft' : 'draft only'),
    versions.length > 0 && `in ${versions.length === 1 ? 'a release' : `${versions.length} releases`}`,
  ]
  return states.filter(Boolean).join(', ')
}

/** The page with the documents of a dataset. */
export function documentsPage(dataset: Dataset, filter: DocumentFilter): Promise<Response> {
  const { type, query, page } = filter
  const path = datasetPath(dataset.name)
  const found = findDocuments(dataset, filter)
  const rows = found.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((group) => {
    const state = shownState(group)
    const link = `<a href="${escapeHtml(documentPath(dataset.name, group.id))}">${escapeHtml(nameOf(state, group.id).slice(0, 120))}</a>`
    return [link, escapeHtml(state?._type ?? ''), stateHtml(group), timeHtml(state?._updatedAt)]
  })
  const types = Object.fromEntries(countTypes(dataset).map((count) => [count.type, count.type]))
  const columns = ['Document', 'Type', 'State', 'Changed (UTC)']
  const url = (number: number) => address(path, { type, q: query, page: number })
  return htmlPage({
    title: dataset.name,
    section: 'Content',
    body: `<p><a href="/content">All datasets</a></p><h1>${escapeHtml(dataset.name)}</h1>
      ${searchForm({ action: path, label: 'Text anywhere in a document', query, fields: select('type', 'Type', { '': 'All', ...types }, type) })}
      <p class="soft">${found.length === 1 ? 'One document' : `${found.length} documents`}${query || type ? ' found' : ''}.</p>
      ${rows.length === 0 ? '' : rowTable({ label: 'Documents', columns, rows })}
      ${pager({ page, perPage: PER_PAGE, total: found.length, url })}`,
  })
}

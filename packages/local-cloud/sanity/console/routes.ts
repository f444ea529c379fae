import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { htmlPage } from '../../http/html.ts'
import { pageNumber } from '../../http/paging.ts'
import { publishedIdOf } from '../ids.ts'
import type { ContentLake } from '../lake.ts'
import { documentPage } from './document.ts'
import type { NameOfAuthor } from './history.ts'
import { datasetsPage, documentPath, documentsPage } from './list.ts'

function missing(what: string): Promise<Response> {
  return htmlPage({
    title: `No such ${what}`,
    status: 404,
    section: 'Content',
    body: `<h1>No such ${what}</h1><p>It is not in the content lake, and never was. <a href="/content">All datasets</a></p>`,
  })
}

/** The pages about documents, which only read. */
export function contentPages(lake: ContentLake, nameOf: NameOfAuthor): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()
  pages.get('/content', () => datasetsPage(lake.list()))
  pages.get('/content/:dataset', (c) => {
    const dataset = lake.get(c.req.param('dataset'))
    if (!dataset) return missing('dataset')
    const { type = '', q = '', page } = c.req.query()
    return documentsPage(dataset, { type, query: q.trim(), page: pageNumber(page) })
  })
  pages.get('/content/:dataset/:id', async (c) => {
    const dataset = lake.get(c.req.param('dataset'))
    if (!dataset) return missing('dataset')
    const given = c.req.param('id')
    const id = publishedIdOf(given)
    if (id !== given) return c.redirect(documentPath(dataset.name, id), 302)
    const before = c.req.query('before')
    const position = before === undefined ? undefined : pageNumber(before)
    return (await documentPage(dataset, id, { before: position, nameOf })) ?? (await missing('document'))
  })
  return pages
}

import { escapeHtml, htmlPage } from '../../http/html.ts'
import { jsonHtml } from '../../http/jsonHtml.ts'
import { factTable } from '../../http/table.ts'
import { timeHtml } from '../../http/times.ts'
import type { Dataset } from '../dataset.ts'
import { draftIdOf, publishedIdOf } from '../ids.ts'
import type { SanityDocument } from '../types.ts'
import { changesBetween } from './changes.ts'
import { groupOf, nameOf, shownState } from './find.ts'
import { changesHtml, historyHtml, type NameOfAuthor, stateOf } from './history.ts'
import { datasetPath, documentPath } from './list.ts'

function linkTo(dataset: Dataset, id: string): string {
  const target = dataset.get(id) ?? dataset.get(draftIdOf(id))
  return `<a href="${escapeHtml(documentPath(dataset.name, publishedIdOf(id)))}">${escapeHtml(nameOf(target, id))}</a>`
}

function referrersHtml(dataset: Dataset, id: string): string | undefined {
  const ids = new Set([...dataset.referrersOf(id)].map(publishedIdOf))
  return [...ids].map((from) => linkTo(dataset, from)).join(', ') || undefined
}

function stateHtml(dataset: Dataset, document: SanityDocument, index: number): string {
  const linkOf = (text: string) => {
    const id = publishedIdOf(text)
    const known = text !== document._id && (dataset.get(id) ?? dataset.get(draftIdOf(id)))
    return known ? documentPath(dataset.name, id) : undefined
  }
  return `<section aria-labelledby="state${index}"><h2 id="state${index}">${escapeHtml(stateOf(document._id))}</h2>
    <p class="soft">Changed ${timeHtml(document._updatedAt)} UTC</p>${jsonHtml(document, linkOf)}</section>`
}

/** The page of one document in all its states, with its history; undefined when there never was one of this id. */
export function documentPage(
  dataset: Dataset,
  id: string,
  options: { before: number | undefined; nameOf: NameOfAuthor },
): Promise<Response> | undefined {
  const group = groupOf(dataset, id)
  const state = shownState(group)
  const states = [group.published, group.draft, ...group.versions].filter((each) => each !== undefined)
  const ids = [...new Set([id, draftIdOf(id), ...group.versions.map(({ _id }) => _id)])]
  const last = state ?? dataset.storage.lastExisting(id) ?? dataset.storage.lastExisting(draftIdOf(id))
  if (!last) return undefined
  const name = nameOf(last, id)
  const { published, draft } = group
  const changes = published && draft ? changesBetween(published, { ...draft, _id: published._id }) : []
  return htmlPage({
    title: name,
    section: 'Content',
    wide: true,
    body: `<p><a href="${escapeHtml(datasetPath(dataset.name))}">All documents in ${escapeHtml(dataset.name)}</a></p>
      <h1>${escapeHtml(name)}</h1>${state ? '' : '<p class="bad">It is deleted. Its history is kept.</p>'}
      ${factTable('Document', {
        Id: `<code>${escapeHtml(id)}</code>`,
        Type: escapeHtml(last._type),
        Created: `${timeHtml(last._createdAt)} UTC`,
        'Referred to by': referrersHtml(dataset, id),
      })}
      ${changes.length > 0 ? `<h2>What the draft changes</h2>${changesHtml('What the draft changes', changes)}` : ''}
      <div class="pair">${states.map((each, index) => stateHtml(dataset, each, index)).join('')}</div>
      <h2 id="history">History</h2>${historyHtml(dataset, { id, ids, before: options.before }, options.nameOf)}`,
  })
}

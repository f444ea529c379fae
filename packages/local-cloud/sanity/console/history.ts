import { escapeHtml } from '../../http/html.ts'
import { address } from '../../http/paging.ts'
import { rowTable } from '../../http/table.ts'
import { timeHtml } from '../../http/times.ts'
import type { Dataset } from '../dataset.ts'
import { isDraftId, publishedIdOf, releaseOf } from '../ids.ts'
import type { CommittedTransaction, DocumentChange } from '../types.ts'
import { type Change, changesBetween } from './changes.ts'
import { documentPath } from './list.ts'

/** How many transactions a page shows. */
const PER_PAGE = 25
/** How much of a value is shown. Characters. */
const VALUE_SHOWN = 600

/** The name of somebody by the id that a transaction carries. */
export type NameOfAuthor = (id: string) => string

/** Which state of a document an id stands for. */
export function stateOf(id: string): string {
  const release = releaseOf(id)
  if (release !== undefined) return `Version in ${release}`
  return isDraftId(id) ? 'Draft' : 'Published'
}

function valueHtml(value: unknown): string {
  if (value === undefined) return '<span class="soft">nothing</span>'
  const text = JSON.stringify(value)
  return `<code>${escapeHtml(text.slice(0, VALUE_SHOWN))}${text.length > VALUE_SHOWN ? ' …' : ''}</code>`
}

/** Changes, place by place, as a table. */
export function changesHtml(label: string, changes: Change[]): string {
  const rows = changes.map(({ path, before, after }) => [
    `<code>${escapeHtml(path)}</code>`,
    valueHtml(before),
    valueHtml(after),
  ])
  return rowTable({ label, columns: ['Place', 'Before', 'After'], rows })
}

function changeHtml({ documentId, before, after }: DocumentChange): string {
  const state = escapeHtml(stateOf(documentId))
  if (before && after) {
    const changes = changesBetween(before, after)
    if (changes.length === 0) return `<p>${state}: written again, nothing changed.</p>`
    return `<p>${state}: changed.</p>${changesHtml(`What changed: ${stateOf(documentId)}`, changes)}`
  }
  return `<p>${state}: ${after ? 'created' : 'deleted'}.</p>`
}

function summaryOf(changes: DocumentChange[]): string {
  const parts = changes.map(({ documentId, before, after }) => {
    const verb = !before ? 'created' : !after ? 'deleted' : 'changed'
    return `${stateOf(documentId).toLowerCase()} ${verb}`
  })
  return parts.join(', ')
}

function transactionHtml(transaction: CommittedTransaction, id: string, nameOf: NameOfAuthor): string {
  const own = transaction.changes.filter(({ documentId }) => publishedIdOf(documentId) === id)
  const others = transaction.changes.length - own.length
  const more =
    others > 0
      ? `<p class="soft">With ${others} ${others === 1 ? 'other document' : 'other documents'}.</p>`
      : ''
  return `<li><details><summary>${timeHtml(transaction.timestamp)} <b>${escapeHtml(nameOf(transaction.identity))}</b>
    ${escapeHtml(summaryOf(own))}</summary>${own.map(changeHtml).join('')}${more}
    <p class="soft">Transaction <code>${escapeHtml(transaction.id)}</code></p></details></li>`
}

/**
 * The transactions that touched a document in any of its states, the latest first. `ids` are its states' ids; `before`
 * is the position that the page before ended with.
 */
export function historyHtml(
  dataset: Dataset,
  { id, ids, before }: { id: string; ids: string[]; before: number | undefined },
  nameOf: NameOfAuthor,
): string {
  const range = { reverse: true, limit: PER_PAGE + 1, ...(before === undefined ? {} : { to: before - 1 }) }
  const found = dataset.storage.transactionsOf(ids, range)
  const shown = found.slice(0, PER_PAGE)
  if (shown.length === 0) return '<p class="soft">No transaction.</p>'
  const last = shown.at(-1)
  const url = address(documentPath(dataset.name, id), { before: last?.sequence })
  const older =
    found.length > PER_PAGE && last
      ? `<p><a href="${escapeHtml(url)}#history">Older transactions</a></p>`
      : ''
  return `<ol class="log">${shown.map((transaction) => transactionHtml(transaction, id, nameOf)).join('')}</ol>${older}`
}

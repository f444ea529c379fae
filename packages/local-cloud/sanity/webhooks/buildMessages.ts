import type { Dataset } from '../dataset.ts'
import { isDraftId } from '../ids.ts'
import { matchesChange, projectDocument } from '../queries.ts'
import type { CommittedTransaction, DocumentChange } from '../types.ts'
import type { Hook, Operation } from './hook.ts'

/** The content of a delivery, which is fixed when the delivery is queued. */
export type Message = {
  payload: string
  headers: Record<string, string>
  operation: Operation
  documentId: string
}

function getOperation({ before, after }: DocumentChange): Operation | undefined {
  if (before && after) return 'update'
  if (after) return 'create'
  return before ? 'delete' : undefined
}

function isRelevant(hook: Hook, dataset: Dataset, { documentId }: DocumentChange): boolean {
  if (hook.isDisabledByUser || (hook.dataset !== '*' && hook.dataset !== dataset.name)) return false
  return !isDraftId(documentId) || hook.includeDrafts
}

/**
 * A webhook's messages for a transaction, in the order of the transaction's changes
 * (https://www.sanity.io/docs/content-lake/webhooks). Throws an ApiError for an invalid filter or projection.
 */
export function* buildMessages(
  hook: Hook,
  dataset: Dataset,
  transaction: CommittedTransaction,
): Generator<Message> {
  for (const change of transaction.changes) {
    const operation = getOperation(change)
    if (!operation || !hook.rule.on.includes(operation) || !isRelevant(hook, dataset, change)) continue
    if (!matchesChange(hook.rule.filter, change, dataset)) continue
    yield {
      payload: JSON.stringify(projectDocument(hook.rule.projection, change, dataset)),
      operation,
      documentId: change.documentId,
      headers: {
        'sanity-transaction-id': transaction.id,
        'sanity-transaction-time': transaction.timestamp,
        'sanity-project-id': 'local',
        'sanity-dataset': dataset.name,
        'sanity-document-id': change.documentId,
        'sanity-operation': operation,
        'sanity-webhook-id': hook.id,
      },
    }
  }
}

import type { Dataset } from '../dataset.ts'
import { PendingTransaction } from '../pendingTransaction.ts'
import type { Identity } from '../types.ts'

const SYSTEM_IDENTITY: Identity = { id: '<system>', role: 'administrator' }

/** Updates the URLs of asset documents, since the cloud may have had a different port when it stored them. */
export function updateAssetUrls(dataset: Dataset, apiHost: string): void {
  const transaction = new PendingTransaction(dataset, SYSTEM_IDENTITY)
  for (const document of [
    ...dataset.findByType('sanity.imageAsset'),
    ...dataset.findByType('sanity.fileAsset'),
  ]) {
    const url = `${apiHost}/${document.path}`
    if (typeof document.path !== 'string' || document.url === url) continue
    transaction.put({ ...document, url }, { patch: { id: document._id, set: { url } } })
  }
  transaction.commit()
}

import type { Dataset } from '../dataset.ts'
import type { Identity } from '../types.ts'
import { WorkingSet } from '../workingSet.ts'

const SYSTEM: Identity = { id: '<system>', name: 'System', email: '', roles: ['administrator'] }

/** Updates the URLs of asset documents, which contain the port of the earlier start. */
export function relocateAssets(dataset: Dataset, apiHost: string): void {
  const set = new WorkingSet(dataset, SYSTEM)
  for (const document of [
    ...dataset.findByType('sanity.imageAsset'),
    ...dataset.findByType('sanity.fileAsset'),
  ]) {
    const url = `${apiHost}/${document.path}`
    if (typeof document.path !== 'string' || document.url === url) continue
    set.put({ ...document, url }, { patch: { id: document._id, set: { url } } })
  }
  set.commit()
}

import type { Dataset } from '../dataset.ts'
import type { Identity } from '../types.ts'
import { WorkingSet } from '../workingSet.ts'

const SYSTEM: Identity = { id: '<system>', name: 'System', email: '', roles: ['administrator'] }

/**
 * Points asset documents to where the assets are served now. Their addresses hold the port, which may have changed
 * since they were uploaded. Returns how many documents were changed.
 */
export function relocateAssets(dataset: Dataset, apiHost: string): number {
  const set = new WorkingSet(dataset, SYSTEM)
  let changed = 0
  for (const type of ['sanity.imageAsset', 'sanity.fileAsset']) {
    for (const id of dataset.idsOfType(type)) {
      const document = dataset.get(id)
      if (!document || typeof document.path !== 'string') continue
      const url = `${apiHost}/${document.path}`
      if (document.url === url) continue
      set.put({ ...document, url }, { patch: { id, set: { url } } })
      changed += 1
    }
  }
  set.commit()
  return changed
}

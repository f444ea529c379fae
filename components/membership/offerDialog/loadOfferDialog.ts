import { loadOnDemand } from '@/lib/loadOnDemand'

type OfferDialogScript = typeof import('./offerDialog')

let loadedScript: OfferDialogScript | undefined

/** Loads the purchase dialog's script on the first call. */
export async function loadOfferDialog(): Promise<OfferDialogScript> {
  loadedScript ??= await loadOnDemand(() => import('./offerDialog'))
  return loadedScript
}

/** Returns the script if it is loaded. It always is while the dialog is open. */
export const getLoadedOfferDialog = (): OfferDialogScript | undefined => loadedScript

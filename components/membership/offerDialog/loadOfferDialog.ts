import { loadOnDemand } from '@/lib/loadOnDemand'

type OfferDialogScript = typeof import('./offerDialog')

let loaded: OfferDialogScript | undefined

/** Loads the script of the purchase dialog when it is opened for the first time. */
export async function loadOfferDialog(): Promise<OfferDialogScript> {
  loaded ??= await loadOnDemand(() => import('./offerDialog'))
  return loaded
}

/** Returns that script once it is loaded, as it always is in the open dialog. */
export const loadedOfferDialog = (): OfferDialogScript | undefined => loaded

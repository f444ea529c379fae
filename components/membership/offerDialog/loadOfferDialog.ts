import { loadOnDemand } from '@/lib/loadOnDemand'

type OfferDialogScript = typeof import('./offerDialog')

let loaded: OfferDialogScript | undefined

/** Loads the script of the purchase dialog, with the first press that opens it. */
export async function loadOfferDialog(): Promise<OfferDialogScript> {
  loaded ??= await loadOnDemand(() => import('./offerDialog'))
  return loaded
}

/** That script, once it is there: the dialog is opened by it, so its own button always finds it. */
export const loadedOfferDialog = (): OfferDialogScript | undefined => loaded

import { tryStorage } from '@/lib/browserStorage'

const key = 'toast'

/** Stores the text of a toast that the next page in this tab shows. */
export function storeToast(text: string): void {
  tryStorage((storage) => storage.setItem(key, text), 'sessionStorage')
}

/** Shows the stored toast, once. */
export async function showStoredToast(closeLabel: string): Promise<void> {
  const title = tryStorage((storage) => storage.getItem(key), 'sessionStorage')
  if (!title) return
  tryStorage((storage) => storage.removeItem(key), 'sessionStorage')
  const { showToast } = await import('./showToast')
  showToast({ title, closeLabel })
}

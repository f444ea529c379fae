import { tryStorage } from '@/lib/browserStorage'

const storageKey = 'checkout-session'

/**
 * An inline script at the top of `/success`. It moves the Checkout session's id from the URL to `sessionStorage`, which
 * survives a reload and a sign-in and keeps the id out of bookmarks, screenshots and other requests. It also
 * sets `data-checkout` before the first paint, which hides the text for visitors without a Checkout session.
 */
export const checkoutSessionScript = `{const s=new URLSearchParams(location.search).get("session_id");let k=s;try{if(s){sessionStorage.setItem("${storageKey}",s);history.replaceState(history.state,"",location.pathname)}k=sessionStorage.getItem("${storageKey}")}catch{}k&&document.documentElement.setAttribute("data-checkout","checking")}`

/** Returns the id of this tab's Checkout session, or null. */
export function getCheckoutSessionId(): string | null {
  // If the browser blocks storage, the id is still in the URL.
  const urlSessionId = new URLSearchParams(location.search).get('session_id')
  return urlSessionId ?? tryStorage((storage) => storage.getItem(storageKey), 'sessionStorage') ?? null
}

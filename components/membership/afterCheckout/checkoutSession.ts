const key = 'checkout-session'

/**
 * A script for the head of `/success`: takes the id of the Checkout session out of the address bar, so that it gets into no
 * bookmark, no screenshot and no other request. The tab stores it, for a refresh and for the way through sign-in. It also
 * marks the document before the first paint, so that a buyer does not read that there is no checkout.
 */
export const checkoutSessionScript = `{const s=new URLSearchParams(location.search).get("session_id");let k=s;try{if(s){sessionStorage.setItem("${key}",s);history.replaceState(history.state,"",location.pathname)}k=sessionStorage.getItem("${key}")}catch{}k&&document.documentElement.setAttribute("data-checkout","")}`

/** The id of the Checkout session that led to this tab; null without one. */
export function checkoutSession(): string | null {
  // Where the tab may not store anything, the id is still in the URL.
  const inUrl = new URLSearchParams(location.search).get('session_id')
  try {
    return inUrl ?? sessionStorage.getItem(key)
  } catch {
    return inUrl
  }
}

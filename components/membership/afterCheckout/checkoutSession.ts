const key = 'checkout-session'

/**
 * A script for the head of `/success`: removes the id of the Checkout session from the URL, so that it gets into no
 * bookmark, screenshot or other request. The tab stores it, for a reload and for signing in. It also marks the
 * document before the first paint, so that a buyer does not read that there is no checkout.
 */
export const checkoutSessionScript = `{const s=new URLSearchParams(location.search).get("session_id");let k=s;try{if(s){sessionStorage.setItem("${key}",s);history.replaceState(history.state,"",location.pathname)}k=sessionStorage.getItem("${key}")}catch{}k&&document.documentElement.setAttribute("data-checkout","")}`

/** The id of this tab's Checkout session; null without one. */
export function checkoutSession(): string | null {
  // Where the tab may not store anything, the id is still in the URL.
  const inUrl = new URLSearchParams(location.search).get('session_id')
  try {
    return inUrl ?? sessionStorage.getItem(key)
  } catch {
    return inUrl
  }
}

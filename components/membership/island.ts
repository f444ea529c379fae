/** What the pages load when somebody is signed in or wants to join. */
export { startCheckout } from './checkout/startCheckout'
export { Membership } from './status/Membership'

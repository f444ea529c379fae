/**
 * A script for the head: remembers on a form that it was sent, and on a button that it was pressed, before the page's
 * own script could take that, so that whoever is quick, or has a slow computer, need not press again. See
 * {@link earlyPressIn}.
 */
export const earlyPressScript =
  'addEventListener("submit",e=>{e.defaultPrevented||(e.target.earlyPress=e.submitter?.value??"")});' +
  'addEventListener("click",e=>{let b=e.target.closest?.("button");b&&(b.earlyPress="")})'

/** Listens for what is pressed early. */
export function EarlyPress() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  return <script dangerouslySetInnerHTML={{ __html: earlyPressScript }} />
}

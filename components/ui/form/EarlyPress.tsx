/**
 * A script for the head: remembers on a form that it was sent, and on a button that it was pressed, before the page's
 * own script could take that, so that whoever is quick, or has a slow computer, need not press again. See
 * {@link earlyPressIn}. The checkout button that was pressed last is pressed again, once, when `MemberIsland` says that it
 * is heard.
 *
 * Clicks are heard on their way down: React stops those on a part of the page that it has not taken over yet
 * (`dispatchEvent` in react-dom, with `discreteReplayableEvents`), so that they never come up again.
 */
export const earlyPressScript =
  'addEventListener("submit",e=>{e.defaultPrevented||(e.target.earlyPress=e.submitter?.value??"")});' +
  '{let last;' +
  'addEventListener("click",e=>{let b=e.target.closest?.("button");' +
  'b&&(b.earlyPress="","checkout"in b.dataset&&(last=b))},true);' +
  'addEventListener("heard",()=>last?.click(),{once:true})}'

/** Listens for what is pressed early. */
export function EarlyPress() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  return <script dangerouslySetInnerHTML={{ __html: earlyPressScript }} />
}

/**
 * The value of the button with which a form inside of an element was sent before the page's script had come.
 *
 * @returns empty for a button without a value, and undefined when nothing was sent
 */
export function earlyPressIn(place: HTMLElement | null): string | undefined {
  for (const form of place?.querySelectorAll('form') ?? []) {
    if ('earlyPress' in form) return String(form.earlyPress)
  }
}

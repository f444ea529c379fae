/**
 * Marks a form as hydrated. Use it as the form's `ref`, or call it in an effect. From then on, React marks the form's
 * busy button; before that, the page's inline script does (server/deferScripts.ts).
 */
export function markHydrated(form: HTMLFormElement | null): void {
  if (!form) return
  form.dataset.hydrated = ''
  for (const button of form.querySelectorAll('[aria-busy]')) button.ariaBusy = null
}

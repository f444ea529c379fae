/**
 * Marks a form as hydrated, as its `ref` or in an effect. From then on, React marks the form's busy button, instead of
 * the page's inline script (server/deferScripts.ts).
 */
export function markHydrated(form: HTMLFormElement | null): void {
  if (!form) return
  form.dataset.hydrated = ''
  for (const button of form.querySelectorAll('[aria-busy]')) button.ariaBusy = null
}

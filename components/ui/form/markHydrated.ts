/**
 * The `ref` of a form, or a call of its effect: from hydration on, React marks the form's busy button, and no longer the
 * page's inline script (server/deferScripts.ts).
 */
export function markHydrated(form: HTMLFormElement | null): void {
  if (!form) return
  form.dataset.hydrated = ''
  for (const button of form.querySelectorAll('[aria-busy]')) button.ariaBusy = null
}

/**
 * A form's `ref`, or called in its effect. From hydration on, React marks the form's busy button, instead of the page's
 * inline script (server/deferScripts.ts).
 */
export function markHydrated(form: HTMLFormElement | null): void {
  if (!form) return
  form.dataset.hydrated = ''
  for (const button of form.querySelectorAll('[aria-busy]')) button.ariaBusy = null
}

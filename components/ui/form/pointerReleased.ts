/**
 * Waits until the pointer that has just been pressed is released, and its click has been carried out: a button must not
 * be replaced in between, or the click would be lost.
 */
export function pointerReleased(): Promise<void> {
  return new Promise((resolve) => {
    for (const end of ['pointerup', 'pointercancel']) {
      addEventListener(end, () => setTimeout(resolve), { once: true })
    }
  })
}

import type { ObjectStore } from '../store/objects.ts'

/** The secret that an endpoint's deliveries are signed with; only its creation tells it. */
export function endpointSecret(store: ObjectStore, endpointId: string): string {
  return store.setting(`secret:${endpointId}`) ?? ''
}

/** Keeps an endpoint's secret. */
export function keepSecret(store: ObjectStore, endpointId: string, secret: string): void {
  store.set(`secret:${endpointId}`, secret)
}

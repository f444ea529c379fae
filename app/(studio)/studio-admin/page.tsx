import { StudioClient } from './StudioClient'

/** Every path below `/studio-admin` is rewritten to this page (next.config.ts); the Studio routes in the browser. */
export default function StudioPage() {
  return <StudioClient />
}
